import { resolvePath } from './files.ts';
import { INTERRUPTED } from './input.ts';
import { Interrupted, type ProgramContext, type Running } from './program.ts';
import { type Redirection, redirect } from './redirections.ts';
import { parseLine, type Step } from './words.ts';

const NOT_FOUND = 127;
const MISUSED = 2;
const FLAGS = /^-[a-z]+$/;
const ASSIGNMENT = /^([A-Za-z_]\w*)=([\s\S]*)$/;

/** A shell: runs the script after `-c`, or the lines of its input. */
export function* runShell(args: readonly string[], context: ProgramContext): Running<number> {
  const flags = args.filter((arg, index) => FLAGS.test(arg) && args.slice(0, index).every((each) => FLAGS.test(each)));
  const [first] = args.slice(flags.length);
  const has = (flag: string): boolean => flags.some((each) => each.includes(flag));
  const shell = new Shell(context);
  if (has('c')) {
    if (first !== undefined) return yield* shell.runScript(first);
    yield* context.stderr('sh: -c requires an argument\n');
    return MISUSED;
  }
  if (first !== undefined) {
    yield* context.stderr(`sh: can't open '${first}': No such file or directory\n`);
    return MISUSED;
  }
  return yield* shell.runInput(has('i') || context.isTerminal);
}

/** Returns the exit code of what was interrupted. @throws any other error */
function interruptionCode(error: unknown): number {
  if (error instanceof Interrupted) return INTERRUPTED;
  throw error;
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

  *runInput(isInteractive: boolean): Running<number> {
    const { stderr, system } = this.#context;
    while (!this.#hasExited) {
      if (isInteractive) yield* stderr(`${this.#folder} ${system.user === 0 ? '#' : '$'} `);
      try {
        const line = (yield { kind: 'readLine' }) as string | undefined;
        if (line === undefined) break;
        yield* this.runScript(line);
      } catch (error) {
        this.#lastCode = interruptionCode(error);
      }
    }
    return this.#lastCode;
  }

  /** Runs the commands of a script. Returns the exit code of the last one. */
  *runScript(script: string): Running<number> {
    try {
      for (const step of parseLine(script)) {
        if (this.#hasExited) break;
        if (this.#isWanted(step)) this.#lastCode = yield* this.#run(step);
      }
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
      yield* this.#context.stderr(`sh: ${error.message}\n`);
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

  *#run(step: Step): Running<number> {
    const { words, redirections } = step.expand((variable) => this.#valueOf(variable));
    const ahead = words.findIndex((word) => !ASSIGNMENT.test(word));
    const [name, ...args] = words.slice(Math.max(ahead, 0));
    if (name === undefined) return 0;
    if (ahead < 0) return this.#export(words);
    if (ahead > 0) return yield* this.#runWith(words.slice(0, ahead), name, args, redirections);
    if (name === 'cd') return yield* this.#changeFolder(args[0] ?? this.#valueOf('HOME'));
    if (name === 'exit') return this.#exit(args[0]);
    if (name === 'export') return this.#export(args);
    return yield* this.#runProgram(name, args, redirections);
  }

  /** Runs a program with variables of its own. */
  *#runWith(
    assignments: readonly string[],
    name: string,
    args: readonly string[],
    redirections: readonly Redirection[],
  ): Running<number> {
    const before = new Map(this.#variables);
    this.#export(assignments);
    const code = yield* this.#runProgram(name, args, redirections);
    this.#variables.clear();
    for (const [variable, value] of before) this.#variables.set(variable, value);
    return code;
  }

  *#runProgram(name: string, args: readonly string[], redirections: readonly Redirection[]): Running<number> {
    const { folder: _, ...own } = this.#context;
    const context = redirect({ ...own, folder: this.#folder }, redirections);
    const program = context.programOf(name);
    if (!program) {
      yield* context.stderr(`sh: ${name}: not found\n`);
      return NOT_FOUND;
    }
    try {
      return yield* program(args, { ...context, environment: this.#variables });
    } catch (error) {
      return interruptionCode(error);
    }
  }

  *#changeFolder(name: string): Running<number> {
    const path = resolvePath(this.#folder, name);
    if (this.#context.system.files.isFolder(path)) {
      this.#folder = path;
      return 0;
    }
    yield* this.#context.stderr(`sh: cd: can't cd to ${name}: No such file or directory\n`);
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
