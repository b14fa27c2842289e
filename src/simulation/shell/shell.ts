import { resolvePath } from './files.ts';
import { INTERRUPTED } from './input.ts';
import {
  Interrupted,
  type Program,
  type ProgramContext,
  type Readers,
  type Running,
  readersOf,
  textOf,
  withinMemory,
  work,
} from './program.ts';
import { type Redirection, redirect } from './redirections.ts';
import { type Command, parseScript, type Script, type Step } from './syntax.ts';
import type { WrittenRedirection } from './tokens.ts';
import { expandWord, expandWords, MOST_CHARACTERS, type WordValues } from './words.ts';

const NOT_FOUND = 127;
const MISUSED = 2;
/** Steps of work for each character of a script, and for each command. */
const CHARACTER_STEPS = 30;
const COMMAND_STEPS = 300;
/** Maximum number of nested shells, each of which parses its script again. */
const MOST_SHELLS = 20;
const FLAGS = /^-[a-z]+$/;
const ASSIGNMENT = /^([A-Za-z_]\w*)=([\s\S]*)$/;

/**
 * Returns a shell, which runs the script after `-c`, or the lines of its input.
 * @param name the name with which it was called, which begins its messages
 */
export const shellNamed = (name: string): Program =>
  function* (args, context) {
    const flags = args.filter(
      (arg, index) => FLAGS.test(arg) && args.slice(0, index).every((each) => FLAGS.test(each)),
    );
    const [first] = args.slice(flags.length);
    const has = (flag: string): boolean => flags.some((each) => each.includes(flag));
    const shell = new Shell(name, context);
    if (has('c')) {
      if (first !== undefined) return yield* shell.runScript(first);
      yield* context.stderr(`${name}: -c requires an argument\n`);
      return MISUSED;
    }
    if (first !== undefined) {
      yield* context.stderr(`${name}: can't open '${first}': No such file or directory\n`);
      return MISUSED;
    }
    return yield* shell.runInput(has('i') || context.isTerminal);
  };

/** Returns the exit code of interrupted commands. @throws any other error */
function interruptionCode(error: unknown): number {
  if (error instanceof Interrupted) return INTERRUPTED;
  throw error;
}

/** A command that leaves the running commands: the whole script, or a loop. */
type Leaving = 'exit' | 'break' | 'continue';

class Shell {
  readonly #name: string;
  readonly #variables: Map<string, string>;
  readonly #values: WordValues;
  /** Excludes the folder, which the shell manages. */
  #context: Omit<ProgramContext, 'folder' | 'environment'>;
  #folder: string;
  /** The nesting depth of this shell. */
  readonly #depth: number;
  #lastCode = 0;
  #leaving: Leaving | undefined;

  constructor(name: string, { folder, environment, ...context }: ProgramContext, depth = 0) {
    this.#name = name;
    this.#depth = depth;
    this.#context = context;
    this.#variables = new Map(environment);
    this.#folder = folder;
    this.#values = {
      valueOf: (variable) => this.#valueOf(variable),
      outputOf: (script) => this.#outputOf(script),
    };
  }

  *runInput(isInteractive: boolean): Running<number> {
    const { stderr, system } = this.#context;
    while (this.#leaving !== 'exit') {
      if (isInteractive) yield* stderr(`${this.#folder} ${system.user === 0 ? '#' : '$'} `);
      try {
        const line = yield* this.#context.readLine();
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
      if (script.length > MOST_CHARACTERS || this.#depth > MOST_SHELLS) throw new RangeError('Argument list too long');
      yield* work(script.length * CHARACTER_STEPS);
      yield* this.#runAll(parseScript(script));
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
      yield* this.#context.stderr(`${this.#name}: ${error.message}\n`);
      this.#lastCode = MISUSED;
    }
    return this.#lastCode;
  }

  *#runAll(script: Script): Running<void> {
    for (const step of script) {
      if (this.#leaving) break;
      if (!this.#isWanted(step)) continue;
      const code = yield* this.#runPipe(step.pipe);
      this.#lastCode = step.isNegated ? Number(code === 0) : code;
    }
  }

  #isWanted({ when }: Step): boolean {
    return when === ';' || (when === '&&') === (this.#lastCode === 0);
  }

  #valueOf(name: string): string | undefined {
    if (name === '?') return String(this.#lastCode);
    if (name === '0') return this.#name;
    return name === '$' ? '1' : this.#variables.get(name);
  }

  /** Returns a shell with a copy of this one's state. */
  #copy(streams: Partial<Pick<ProgramContext, 'stdout'> & Readers>): Shell {
    const context = { ...this.#context, folder: this.#folder, environment: this.#variables, ...streams };
    return new Shell(this.#name, context, this.#depth + 1);
  }

  *#outputOf(script: string): Running<string> {
    const output = new Output(this.#context);
    this.#lastCode = yield* this.#copy({ stdout: output.write }).runScript(script);
    return output.text().replace(/\n+$/, '');
  }

  /** Runs the commands of a pipe sequentially: each reads the output of the one before it. */
  *#runPipe(pipe: readonly Command[]): Running<number> {
    const [only] = pipe;
    if (only && pipe.length === 1) return yield* this.#run(only);
    let input: Partial<Readers> = {};
    let code = 0;
    for (const [index, command] of pipe.entries()) {
      const output = new Output(this.#context);
      const isLast = index === pipe.length - 1;
      code = yield* this.#copy({ ...input, ...(isLast ? {} : { stdout: output.write }) }).#run(command);
      input = output.readers;
    }
    return code;
  }

  /** Runs a command. If it cannot open a file, only this command fails. */
  *#run(command: Command): Running<number> {
    yield* work(COMMAND_STEPS);
    const redirections = yield* this.#expandAll(command.redirections);
    const { stderr } = this.#context;
    let context: ProgramContext;
    try {
      const own = { ...this.#context, folder: this.#folder, environment: this.#variables };
      context = redirect(own, redirections);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      yield* stderr(`${this.#name}: ${error.message}\n`);
      return 1;
    }
    if (command.kind === 'simple') return yield* this.#runSimple(command.words, context);
    const before = this.#context;
    this.#context = context;
    try {
      return yield* this.#runCompound(command);
    } finally {
      this.#context = before;
    }
  }

  *#expandAll(redirections: readonly WrittenRedirection[]): Running<Redirection[]> {
    const expanded: Redirection[] = [];
    for (const { target = '', ...redirection } of redirections)
      expanded.push({ ...redirection, target: yield* expandWord(target, this.#values) });
    return expanded;
  }

  *#runCompound(command: Exclude<Command, { readonly kind: 'simple' }>): Running<number> {
    if (command.kind === 'for') return yield* this.#runFor(command);
    if (command.kind === 'while') return yield* this.#runWhile(command);
    if (command.kind === 'if') {
      const holds = yield* this.#holds(command.condition);
      if (this.#leaving) return this.#lastCode;
      this.#lastCode = 0;
      yield* this.#runAll(holds ? command.then : command.otherwise);
      return this.#lastCode;
    }
    const shell = command.isSubshell ? this.#copy({}) : this;
    yield* shell.#runAll(command.body);
    return shell.#lastCode;
  }

  *#holds(condition: Script): Running<boolean> {
    yield* this.#runAll(condition);
    return this.#lastCode === 0;
  }

  *#runWhile({ condition, body, isUntil }: Extract<Command, { readonly kind: 'while' }>): Running<number> {
    let code = 0;
    while ((yield* this.#holds(condition)) !== isUntil && !this.#leaving) {
      yield* this.#runAll(body);
      code = this.#lastCode;
      if (this.#leavesLoop()) break;
    }
    return this.#leaving === 'exit' ? this.#lastCode : code;
  }

  *#runFor({ variable, words, body }: Extract<Command, { readonly kind: 'for' }>): Running<number> {
    this.#lastCode = 0;
    for (const value of yield* expandWords(words, this.#values)) {
      this.#variables.set(variable, value);
      yield* this.#runAll(body);
      if (this.#leavesLoop()) break;
    }
    return this.#lastCode;
  }

  /** Reports whether the current loop has been left. */
  #leavesLoop(): boolean {
    const leaves = this.#leaving === 'break' || this.#leaving === 'exit';
    if (this.#leaving !== 'exit') this.#leaving = undefined;
    return leaves;
  }

  *#runSimple(written: readonly string[], context: ProgramContext): Running<number> {
    const ahead = written.findIndex((word) => !ASSIGNMENT.test(word));
    const assignments: string[] = [];
    for (const word of ahead < 0 ? written : written.slice(0, ahead))
      assignments.push(yield* expandWord(word, this.#values));
    const [name, ...args] = ahead < 0 ? [] : yield* expandWords(written.slice(ahead), this.#values);
    if (name === undefined) {
      this.#export(assignments);
      return ahead < 0 && written.length > 0 && /[`$]/.test(written.join('')) ? this.#lastCode : 0;
    }
    if (name === 'cd') return yield* this.#changeFolder(args[0] ?? this.#variables.get('HOME') ?? '');
    if (name === 'exit') return this.#leave('exit', args[0]);
    if (name === 'break' || name === 'continue') return this.#leave(name, '0');
    if (name === 'export') return this.#export(args);
    if (name === 'read') return yield* this.#read(args, context);
    return yield* this.#runProgram(name, args, assignments, context);
  }

  /** Runs a program, with additional variables from assignments before it. */
  *#runProgram(
    name: string,
    args: readonly string[],
    assignments: readonly string[],
    context: ProgramContext,
  ): Running<number> {
    const program = context.programOf(name);
    if (!program) {
      yield* context.stderr(`${this.#name}: ${name}: not found\n`);
      return NOT_FOUND;
    }
    const environment = new Map(this.#variables);
    for (const [variable, value] of assignments.map(assignmentOf)) environment.set(variable, value);
    try {
      return yield* program(args, { ...context, environment });
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
    yield* this.#context.stderr(`${this.#name}: cd: can't cd to ${name}: No such file or directory\n`);
    return MISUSED;
  }

  /** Reads the words of a line into variables, the last of which gets the rest. Fails at the end of the input. */
  *#read(args: readonly string[], { readLine }: ProgramContext): Running<number> {
    const line = (yield* readLine()) ?? '';
    const names = args.filter((arg) => !FLAGS.test(arg));
    const isRaw = args.some((arg) => FLAGS.test(arg) && arg.includes('r'));
    let rest = (isRaw ? line : line.replace(/\\(.)/g, '$1')).trim();
    for (const name of names.slice(0, -1)) {
      const [word = ''] = /^\S*/.exec(rest) ?? [];
      this.#variables.set(name, word);
      rest = rest.slice(word.length).trimStart();
    }
    this.#variables.set(names.at(-1) ?? 'REPLY', rest);
    return line.endsWith('\n') ? 0 : 1;
  }

  #leave(leaving: Leaving, code = String(this.#lastCode)): number {
    this.#leaving = leaving;
    return Number(code) & 255;
  }

  #export(assignments: readonly string[]): number {
    for (const text of assignments.filter((each) => ASSIGNMENT.test(each))) this.#variables.set(...assignmentOf(text));
    return 0;
  }
}

function assignmentOf(text: string): [string, string] {
  const [, name = '', value = ''] = ASSIGNMENT.exec(text) ?? [];
  return [name, value];
}

/** Buffers the output of commands until it is read. */
class Output {
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  readonly write: ProgramContext['stdout'];
  readonly readers: Readers;

  constructor({ stdout }: Pick<ProgramContext, 'stdout'>) {
    const chunks = this.#chunks;
    const keep = (chunk: Uint8Array): void => {
      this.#size = withinMemory(this.#size + chunk.length);
      chunks.push(chunk);
    };
    this.write = function* (data) {
      keep(typeof data === 'string' ? new TextEncoder().encode(data) : data);
      yield* work(data.length);
      yield* stdout('');
    };
    this.readers = readersOf(function* () {
      yield* stdout('');
      for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) if (chunk.length > 0) return chunk;
      return undefined;
    });
  }

  text(): string {
    return textOf(this.#chunks);
  }
}
