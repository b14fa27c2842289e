/** Splits a text into lines of at most `width` characters, at blanks; line breaks of the text stay. */
export const wrapText = (text: string, width: number): string[] =>
  text
    .trimEnd()
    .split('\n')
    .flatMap((line) => wrapLine(line, width));

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current];
}
