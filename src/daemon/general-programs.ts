/** Programs that run whatever they are given, by their names: what they do is what their words and files say. */

export function isShell(name: string): boolean {
  return SHELL.test(name);
}

export function isInterpreter(name: string): boolean {
  return INTERPRETER.test(name);
}

const SHELL = /^(?:ba|da|z|fi|k|mk|a|c|tc)?sh$/;
const INTERPRETER = /^(?:(?:python|pypy|perl|ruby|php|lua|tclsh)[\d.]*|node|nodejs|bun|deno|Rscript)$/;
