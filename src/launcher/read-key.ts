/** One key from the user's terminal; what was typed behind it is dropped, or the agent would get it. */
export function readKey(): Promise<string> {
  const { stdin } = process;
  stdin.setRawMode(true);
  return new Promise((resolve) => {
    const finish = (key: string) => {
      stdin.off("data", take);
      stdin.off("end", gone);
      stdin.setRawMode(false);
      stdin.pause();
      resolve(key);
    };
    const take = (bytes: Buffer | string) => finish(bytes.toString()[0] ?? "");
    // A terminal that is gone answers like Ctrl-C.
    const gone = () => finish("\x03");
    stdin.on("data", take);
    stdin.on("end", gone);
    stdin.resume();
  });
}
