import { failure } from '../command-error.ts';

/** A command of a pipeline: its words without quotes. */
export type Words = readonly string[];

const ESCAPES_IN_QUOTES = new Set(['"', '\\', '$', '`']);

/**
 * Splits a line into the commands of a pipeline, as a shell does: blanks separate words, quotes and backslashes keep them
 * together, and `|` separates commands. Variables, redirections and several commands on a line are not supported.
 * @throws CommandError for an open quote, an empty command or unsupported syntax
 */
export function splitLine(line: string): Words[] {
  const commands: string[][] = [[]];
  let word: string | undefined;
  const endWord = (): void => {
    if (word !== undefined) commands.at(-1)?.push(word);
    word = undefined;
  };
  for (let index = 0; index < line.length; index++) {
    const character = line[index] ?? '';
    if (character === "'" || character === '"') {
      const quoted = readQuoted(line, index);
      word = (word ?? '') + quoted.text;
      index = quoted.end;
    } else if (character === '\\') {
      index += 1;
      // At the end of a line it escapes nothing, so it adds no empty word.
      if (index < line.length) word = (word ?? '') + (line[index] ?? '');
    } else if (/\s/.test(character)) endWord();
    else if (character === '|') {
      endWord();
      commands.push([]);
    } else if (character === '#' && word === undefined) break;
    else if (/[;&<>`]/.test(character))
      throw failure(`the terminal does not support ${JSON.stringify(character)}: quote it if it is part of a word`);
    else word = (word ?? '') + character;
  }
  endWord();
  if (commands.length > 1 && commands.some((words) => words.length === 0))
    throw failure('a command is missing beside "|"');
  return commands.filter((words) => words.length > 0);
}

/** Matches a line whose last character is a backslash that escapes the line break. In single quotes it escapes nothing. */
const CONTINUED = /^(?:[^\\'"]|\\.|'[^']*'|"(?:\\.|[^"\\])*")*(?:"(?:\\.|[^"\\])*)?\\$/;

/** Returns the part of a line to which the next line is appended; undefined when the line is complete. */
export const continuedPart = (line: string): string | undefined =>
  CONTINUED.test(line) ? line.slice(0, -1) : undefined;

function readQuoted(line: string, start: number): { readonly text: string; readonly end: number } {
  const quote = line[start];
  let text = '';
  for (let index = start + 1; index < line.length; index++) {
    const character = line[index] ?? '';
    if (character === quote) return { text, end: index };
    const next = line[index + 1] ?? '';
    if (quote === '"' && character === '\\' && ESCAPES_IN_QUOTES.has(next)) {
      text += next;
      index += 1;
    } else text += character;
  }
  throw failure(`the quote ${quote} is not closed`);
}
