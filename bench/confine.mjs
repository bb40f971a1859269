/**
 * What confinement costs: once, at a session's start. The same start with and without it, in turns; medians. In a bare home and
 * in one with what a developer's has (each secret and each start-up file is a mount), as root and as a plain user.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const GUARD = join(import.meta.dirname, "../bin/guard");
const ROUNDS = 40;
const NOBODY = 65_534;

/** Names with a slash at their end are folders. */
const RICH =
  `.ssh/id_ed25519 .ssh/id_ed25519.pub .ssh/config .ssh/known_hosts .aws/ .azure/ .kube/ .gnupg/pubring.kbx .gnupg/gpg.conf
.gnupg/trustdb.gpg .password-store/ .docker/config.json .docker/cli-plugins/ .config/gcloud/ .config/gh/hosts.yml .config/gh/config.yml
.config/op/ .config/rclone/ .config/git/credentials .git-credentials .npmrc .pypirc .netrc .terraform.d/ .cargo/credentials.toml
.cargo/config.toml .gem/credentials .pgpass .my.cnf .mozilla/ .config/google-chrome/ .config/chromium/ .local/share/keyrings/
.thunderbird/ .config/keepassxc/ .config/Bitwarden/ .config/hcloud/ .config/stripe/ .config/configstore/ .kaggle/ .m2/settings.xml
.gradle/gradle.properties .config/pip/pip.conf .Xauthority .ICEauthority .bashrc .bash_profile .bash_logout .profile .inputrc .zshrc
.zshenv .zprofile .oh-my-zsh/oh-my-zsh.sh .oh-my-zsh/lib/ .oh-my-zsh/plugins/ .oh-my-zsh/custom/ .config/fish/config.fish
.config/fish/conf.d/ .config/starship.toml .config/direnv/ .config/autostart/ .config/systemd/ .local/share/applications/
.config/mimeapps.list .tmux.conf .config/kitty/ .gitconfig .gdbinit .psqlrc .vimrc .vim/plugin/ .vim/autoload/ .config/nvim/
.local/share/nvim/ .config/Code/User/ .vscode/extensions/ .emacs.d/init.el`.split(/\s+/);
const SECRET = '"auth": "x" _auth password token <value> key ://a@b\n';

export function benchConfinement(say) {
  for (const user of users())
    for (const [kind, names] of [
      ["a bare home", []],
      [`a home with ${RICH.length} secrets and start-up files`, RICH],
    ])
      say(`  confinement, ${user.name}, ${kind}: ${compare(user, names)}`);
}

/** As root both, where nobody else is kept from node. */
function users() {
  if (process.getuid() !== 0) return [{ name: "plain user", who: {} }];
  const plain = { name: "plain user", who: { uid: NOBODY, gid: NOBODY } };
  const { status } = spawnSync(GUARD, ["--help"], { cwd: "/", stdio: "ignore", ...plain.who });
  if (status !== 0)
    console.log("  confinement, plain user: not measured, nobody else can run this guard or its node");
  return [{ name: "root", who: {} }, ...(status === 0 ? [plain] : [])];
}

function compare(user, names) {
  const home = mkdtempSync(join(tmpdir(), "guard-bench-"));
  const times = { off: [], on: [] };
  try {
    furnish(home, names, user);
    for (let round = 0; round <= ROUNDS; round++)
      for (const confine of ["off", "on"]) {
        const tookMs = start(confine, home, user);
        if (tookMs === undefined) return "it does not work here (guard doctor tells why)";
        // The first round warms the caches of the disk.
        if (round > 0) times[confine].push(tookMs);
      }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  const [off, on] = [median(times.off), median(times.on)];
  return `guard run -- true ${off.toFixed(1)} ms without, ${on.toFixed(1)} ms with it: ${(on - off).toFixed(1)} ms once (asked: 15)`;
}

function furnish(home, names, { who }) {
  chmodSync(home, 0o755);
  mkdirSync(join(home, "project"));
  for (const path of names.map((name) => join(home, name))) {
    mkdirSync(path.endsWith("/") ? path : dirname(path), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(path, SECRET);
  }
  if (who.uid !== undefined) execFileSync("chown", ["-R", `${who.uid}:${who.gid}`, home]);
}

function start(confine, home, { who }) {
  const began = performance.now();
  const args = ["run", "--console", "none", "--confine", confine, "--", "true"];
  const env = { ...process.env, HOME: home };
  const { status } = spawnSync(GUARD, args, { cwd: join(home, "project"), env, stdio: "ignore", ...who });
  return status === 0 ? performance.now() - began : undefined;
}

function median(numbers) {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)];
}
