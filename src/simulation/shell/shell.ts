import { resolvePath } from './files.ts';
import type { ProgramContext } from './program.ts';
import { parseLine, type Step } from './words.ts';

const NOT_FOUND = 127;
const MISUSED = 2;
const FLAGS = /^-[a-z]+$/;
const ASSIGNMENT = /^([A-Za-z_]\w*)=([\s\S]*)$/;

/** A shell: runs the script after `-c`, or the lines of its input. */
export async function runShell(args: readonly string[], context: ProgramContext): Promise<number> {
  const flags = args.filter((arg, index) => FLAGS.test(arg) && args.slice(0, index).every((each) => FLAGS.test(each)));
  const [first] = args.slice(flags.length);
  const has = (flag: string): boolean => flags.some((each) => each.includes(flag));
  const shell = new Shell(context);
  if (has('c')) {
    if (first !== undefined) return shell.runScript(first);
    await context.stderr('sh: -c requires an argument\n');
    return MISUSED;
  }
  if (first !== undefined) {
    await context.stderr(`sh: can't open '${first}': No such file or directory\n`);
    return MISUSED;
  }
  return shell.runInput(has('i') || context.isTerminal);
}

class Shell {
  readonly #context: ProgramContext;
  readonly #variables: Map<string, string>;
  #folder: string;
  #lastCode = 0;
  #hasExited = false;

  constructor(context: ProgramContext) {
    this.#context = context;
    this.#variables = new Map(context.environment);
    this.#folder = context.folder;
  }

  async runInput(isInteractive: boolean): Promise<number> {
    const { input, stderr, signal, system } = this.#context;
    while (!this.#hasExited && !signal.aborted) {
      if (isInteractive) await stderr(`${this.#folder} ${system.user === 0 ? '#' : '$'} `);
      let line: string | undefined;
      const code = await input.whileUninterrupted(async () => {
        line = await input.readLine();
        return 0;
      });
      if (code !== 0) this.#lastCode = code;
      else if (line === undefined) break;
      else await this.runScript(line);
    }
    return this.#lastCode;
  }

  /** Runs the commands of a script. Returns the exit code of the last one. */
  async runScript(script: string): Promise<number> {
    try {
      for (const step of parseLine(script)) {
        if (this.#hasExited || this.#context.signal.aborted) break;
        if (this.#isWanted(step)) this.#lastCode = await this.#run(step);
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      await this.#context.stderr(`sh: ${error.message}\n`);
      this.#lastCode = MISUSED;
    }
    return this.#lastCode;
  }

  #isWanted({ when }: Step): boolean {
    return when === ';' || (when === '&&') === (this.#lastCode === 0);
  }

  #valueOf(name: string): string {
    if (name === '?') return String(this.#lastCode);
    return name === '$' ? '1' : (this.#variables.get(name) ?? '');
  }

  async #run(step: Step): Promise<number> {
    const [name, ...args] = step.expand((variable) => this.#valueOf(variable));
    const assignment = name === undefined ? undefined : ASSIGNMENT.exec(name);
    if (name === undefined) return 0;
    if (assignment && args.length === 0) {
      this.#variables.set(assignment[1] ?? '', assignment[2] ?? '');
      return 0;
    }
    if (name === 'cd') return this.#changeFolder(args[0] ?? this.#valueOf('HOME'));
    if (name === 'exit') return this.#exit(args[0]);
    if (name === 'export') return this.#export(args);
    return this.#runProgram(name, args);
  }

  async #runProgram(name: string, args: readonly string[]): Promise<number> {
    const context = this.#context;
    const program = context.programOf(name);
    if (!program) {
      await context.stderr(`sh: ${name}: not found\n`);
      return NOT_FOUND;
    }
    const own = { ...context, folder: this.#folder, environment: this.#variables };
    return context.input.whileUninterrupted((signal) => program(args, { ...own, signal }));
  }

  async #changeFolder(name: string): Promise<number> {
    const path = resolvePath(this.#folder, name);
    if (this.#context.system.files.isFolder(path)) {
      this.#folder = path;
      return 0;
    }
    await this.#context.stderr(`sh: cd: can't cd to ${name}: No such file or directory\n`);
    return MISUSED;
  }

  #exit(code = String(this.#lastCode)): number {
    this.#hasExited = true;
    return Number(code) & 255;
  }

  #export(assignments: readonly string[]): number {
    for (const text of assignments) {
      const [, name, value] = ASSIGNMENT.exec(text) ?? [];
      if (name !== undefined) this.#variables.set(name, value ?? '');
    }
    return 0;
  }
}
