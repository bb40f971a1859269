/** Agents that do what a test writes into the pipe `orders`. */

/** Builtins only, so that nobody is asked about the agent itself. */
export const AGENT = `#!/bin/bash -p
exec 3<>orders
printf 'agent ready\\n'
while read -r -u 3 id line; do
  case $id in
    leave) exit "$line" ;;
    say) printf '%b' "$line" ;;
    p*) ( $line >"out/$id" 2>&1 </dev/null; printf '%s\\n' "$?" >"out/$id.status" ) & ;;
    *) ( bash -c "$line" >"out/$id" 2>&1 </dev/null; printf '%s\\n' "$?" >"out/$id.status" ) & ;;
  esac
done
`;

/** The same, and each key that it gets is on the screen. */
export const LISTENER = `#!/bin/bash -p
exec 3<>orders
printf 'agent listens\\nheard: '
{ while read -r -u 3 id line; do
  ( bash -c "$line" >"out/$id" 2>&1 </dev/null; printf '%s\\n' "$?" >"out/$id.status" ) &
done; } &
while read -r -s -n 1 key; do printf '%s' "$key"; done
`;
