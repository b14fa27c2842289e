import { errorText } from '../../../api/error-text.ts';
import { printableLine, printableText } from '../../../api/printable-text.ts';
import type { CommandEnvironment, TakenTerminal } from '../../../kubectl/command.ts';
import { continuedPart } from '../../../kubectl/command-line/split-line.ts';
import { completeLine } from '../../../kubectl/completion.ts';
import { runLine } from '../../../kubectl/run-line.ts';
import { type EditorRequest, keysOf, LineEditor } from './line-editor.ts';
import { paintErrors, painted, paintOutput } from './paint.ts';

/** The screen of a session, and what it keeps. */
export interface TerminalScreen {
  /** Writes text and escape sequences. */
  write(text: string): void;
  /** Number of characters in a line. */
  columns(): number;
  /** Removes everything but the line of the cursor. */
  clear(): void;
  /** Closes the terminal. */
  close(): void;
  /** Storage of the history across visits. */
  readonly settings: Pick<Storage, 'getItem' | 'setItem'>;
}

const HISTORY = 'tabplane.terminal-history';
const MOST_LINES = 500;

/** Lines that contain the data of secrets, which the browser must not keep. */
const SECRET_LINE = /\b(?:create|patch)\b.*\bsecrets?\b/;

const INTERRUPT = '\x03';

/** The sequence that moves the cursor one column to the left, which erases characters in a shell. */
const BACKSPACE = '\b';
const ESCAPE = '\x1b';

const GREETING = 'kubectl for this cluster. Tab completes, ↑ recalls, Ctrl+C stops, "help" lists commands.';

/** A shell with the commands of kubectl: reads lines, runs them, and prints what they write. */
export class TerminalSession {
  readonly #screen: TerminalScreen;
  readonly #environment: CommandEnvironment;
  readonly #history: string[];
  #editor: LineEditor;
  /** The row of the cursor below the first row of the line. */
  #row = 0;
  #running: AbortController | undefined;
  /** Receives the input of the command that runs; undefined when none reads it. */
  #reader: { readonly lines: string[]; readonly done: (text: string) => void } | undefined;
  /** Receives what is typed while a process in a pod has the terminal; undefined otherwise. */
  #process: ((text: string) => void) | undefined;
  /** Lines of the app that are not run yet. */
  readonly #given: string[] = [];
  /** The lines so far of a command that ends in a backslash; undefined when a new command is typed. */
  #continued: string | undefined;
  /** Keys that are not handled yet, such as those that were typed while a command ran. */
  readonly #waiting: string[] = [];
  #endsWithNewline = true;
  /** Resolves when the keys so far are handled: those after a Tab wait for its completion. */
  #typing: Promise<void> = Promise.resolve();

  constructor(environment: CommandEnvironment, screen: TerminalScreen) {
    this.#environment = environment;
    this.#screen = screen;
    this.#history = readHistory(screen.settings);
    this.#editor = new LineEditor(this.#history);
    this.#print(`${GREETING}\n`);
    this.#draw();
  }

  /** Handles what the user typed or pasted. */
  type(data: string): Promise<void> {
    this.#waiting.push(...keysOf(data));
    return this.#handleWaiting();
  }

  /** Runs a line in place of what is typed, once the command that runs has ended. */
  run(line: string): Promise<void> {
    this.#given.push(line);
    return this.#handleWaiting();
  }

  /** Ends the command that runs. */
  close(): void {
    this.#running?.abort();
  }

  #handleWaiting(): Promise<void> {
    this.#typing = this.#typing.then(async () => {
      for (;;) {
        if (this.#process) {
          this.#typeForProcess(this.#process);
          return;
        }
        if (!this.#running) await this.#submitGiven();
        if (this.#waiting.length === 0) return;
        if (this.#running && !this.#reader) {
          const interrupt = this.#waiting.indexOf(INTERRUPT);
          if (interrupt < 0) return;
          // The rest of a pasted script must not run after the command that the user has stopped.
          this.#waiting.splice(0, interrupt + 1);
          this.#interrupt();
          return;
        }
        const key = this.#waiting.shift() ?? '';
        await this.#press(key).catch((error: unknown) => this.#printProblem(error));
      }
    });
    return this.#typing;
  }

  /** Cursor keys are left out: the terminal of a container does not edit lines, and would take them for text. */
  #typeForProcess(send: (text: string) => void): void {
    const keys = this.#waiting.splice(0).filter((key) => !key.startsWith(ESCAPE));
    if (keys.length > 0) send(keys.join(''));
  }

  async #submitGiven(): Promise<void> {
    const line = this.#given.shift();
    if (line === undefined) return;
    this.#editor = new LineEditor(this.#history);
    this.#editor.insert(line);
    this.#draw();
    await this.#submit();
  }

  async #press(key: string): Promise<void> {
    const request = this.#editor.press(key);
    if (request) await this.#handle(request);
    else this.#draw();
  }

  async #handle(request: EditorRequest): Promise<void> {
    if (request === 'interrupt') this.#interrupt();
    else if (request === 'complete') await this.#complete();
    else if (request === 'clear') {
      this.#screen.clear();
      this.#draw();
    } else if (request === 'end') this.#end();
    else await this.#submit();
  }

  #interrupt(): void {
    this.#moveBelow();
    this.#screen.write('^C\r\n');
    this.#reader?.done('');
    this.#reader = undefined;
    this.#editor = new LineEditor(this.#history);
    this.#row = 0;
    this.#continued = undefined;
    if (this.#running) this.#running.abort();
    else this.#draw();
  }

  /** Ctrl+D ends the input of a command, or closes the terminal. */
  #end(): void {
    if (!this.#reader) {
      this.#screen.close();
      return;
    }
    const { lines, done } = this.#reader;
    this.#reader = undefined;
    done(lines.map((line) => `${line}\n`).join(''));
  }

  async #submit(): Promise<void> {
    const { text } = this.#editor;
    this.#moveBelow();
    this.#screen.write('\r\n');
    this.#editor = new LineEditor(this.#history);
    this.#row = 0;
    if (this.#reader) {
      this.#reader.lines.push(text);
      this.#draw();
      return;
    }
    const typed = (this.#continued ?? '') + text;
    this.#continued = continuedPart(typed);
    if (this.#continued !== undefined) {
      this.#draw();
      return;
    }
    const line = typed.trim();
    if (line !== '' && !/^\s/.test(typed) && !SECRET_LINE.test(line)) this.#remember(line);
    this.#editor = new LineEditor(this.#history);
    if (line === 'clear') this.#screen.clear();
    else if (line === 'exit') this.#screen.close();
    else if (line === 'history')
      this.#print(this.#history.map((each, index) => `${String(index + 1).padStart(4)}  ${each}\n`).join(''));
    else if (line !== '') {
      // Not awaited: the keys that follow, such as Ctrl+C, must reach the command.
      void this.#run(line);
      return;
    }
    this.#draw();
  }

  async #run(line: string): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    await runLine(line, this.#environment, {
      out: (text) => this.#print(text, paintOutput),
      err: (text) => this.#print(text, paintErrors),
      input: () => this.#readInput(),
      takeTerminal: (onType) => this.#handOver(onType),
      signal: running.signal,
    }).catch((error: unknown) => this.#print(`${errorText(error)}\n`, paintErrors));
    this.#running = undefined;
    this.#reader = undefined;
    if (!this.#endsWithNewline) this.#print('\n');
    this.#draw();
    void this.#handleWaiting();
  }

  /** Prints why a key failed, such as Tab before the cluster has answered, and the line again. */
  #printProblem(error: unknown): void {
    this.#moveBelow();
    this.#screen.write('\r\n');
    this.#row = 0;
    this.#print(`${errorText(error)}\n`, paintErrors);
    this.#draw();
  }

  /** Gives the keys and the screen to a process, until it releases them. */
  #handOver(onType: (text: string) => void): TakenTerminal {
    this.#process = onType;
    void this.#handleWaiting();
    return {
      write: (text) => {
        // The terminal of the process ends its lines with carriage returns, which `#print` adds itself.
        for (const [index, part] of text.split(BACKSPACE).entries()) {
          if (index > 0) this.#screen.write(BACKSPACE);
          this.#print(part);
        }
      },
      release: () => {
        this.#process = undefined;
      },
    };
  }

  #readInput(): Promise<string> {
    return new Promise((done) => {
      this.#print('Paste or type the input, and end it with Ctrl+D on an empty line.\n');
      this.#reader = { lines: [], done };
      this.#draw();
      void this.#handleWaiting();
    });
  }

  async #complete(): Promise<void> {
    if (this.#reader) {
      this.#editor.insert('  ');
      this.#draw();
      return;
    }
    const editor = this.#editor;
    const before = editor.text.slice(0, editor.cursor);
    const { typed, candidates } = await completeLine(before, this.#environment);
    // The line may have changed while names were read.
    if (editor !== this.#editor || editor.text.slice(0, editor.cursor) !== before) return;
    const [first = ''] = candidates;
    const shared = candidates.reduce(commonStart, first);
    editor.insert(shared.slice(typed.length));
    if (candidates.length === 1 && !/[=/]$/.test(shared)) editor.insert(' ');
    if (candidates.length > 1 && shared === typed) {
      this.#moveBelow();
      this.#screen.write('\r\n');
      this.#row = 0;
      this.#print(inColumns(candidates.map(printableLine), this.#screen.columns()));
    }
    this.#draw();
  }

  #remember(line: string): void {
    if (this.#history.at(-1) === line) return;
    this.#history.push(line);
    this.#history.splice(0, this.#history.length - MOST_LINES);
    try {
      this.#screen.settings.setItem(HISTORY, JSON.stringify(this.#history));
    } catch {
      // The browser's storage is full or blocked: the history lasts as long as the session.
    }
  }

  /** Prints a text without its control characters: what objects and logs contain must not control the terminal. */
  #print(text: string, paint = (plain: string): string => plain): void {
    if (text === '') return;
    this.#screen.write(paint(printableText(text)).replaceAll('\n', '\r\n'));
    this.#endsWithNewline = text.endsWith('\n');
  }

  #prompt(): string {
    const namespace = printableLine(this.#environment.namespace());
    return this.#reader || this.#continued !== undefined ? '> ' : `${namespace} $ `;
  }

  /** Draws the prompt and the line, which may take several rows, and places the cursor. */
  #draw(): void {
    if (this.#running && !this.#reader) return;
    const { text, cursor } = this.#editor;
    const prompt = this.#prompt();
    const columns = Math.max(1, this.#screen.columns());
    const end = prompt.length + text.length;
    const wanted = prompt.length + cursor;
    const up = this.#row > 0 ? `\x1b[${this.#row}A` : '';
    const overflow = end % columns === 0 ? ' ' : '';
    this.#row = Math.floor(wanted / columns);
    const back = Math.floor(end / columns) - this.#row;
    const place = `\r${back > 0 ? `\x1b[${back}A` : ''}${wanted % columns > 0 ? `\x1b[${wanted % columns}C` : ''}`;
    this.#screen.write(`${up}\r\x1b[J${painted('cyan', prompt)}${text}${overflow}${place}`);
  }

  /** Moves the cursor to the last row of the line. */
  #moveBelow(): void {
    const { text } = this.#editor;
    const last = Math.floor((this.#prompt().length + text.length) / Math.max(1, this.#screen.columns()));
    if (last > this.#row) this.#screen.write(`\x1b[${last - this.#row}B`);
  }
}

function readHistory(settings: TerminalScreen['settings']): string[] {
  try {
    const lines: unknown = JSON.parse(settings.getItem(HISTORY) ?? '[]');
    return Array.isArray(lines) ? lines.map((line) => printableLine(String(line))) : [];
  } catch {
    return []; // An unreadable history is ignored.
  }
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}

/** Returns words in as many columns as fit. */
function inColumns(words: readonly string[], width: number): string {
  const cell = Math.max(...words.map((word) => word.length)) + 2;
  const count = Math.max(1, Math.floor(width / cell));
  const rows = Math.ceil(words.length / count);
  const lines = Array.from({ length: rows }, (_, row) =>
    words
      .filter((_word, index) => index % rows === row)
      .map((word) => word.padEnd(cell))
      .join('')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
