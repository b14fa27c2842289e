/** A fenced code block of a page: ```` ```ts browser ````. */
export interface Snippet {
  /** Line of the page at which the code begins, one-based. */
  readonly line: number;
  /** First word of the info string; empty without one. */
  readonly language: string;
  /** The other words: how the snippet runs, or its file name. */
  readonly words: readonly string[];
  readonly text: string;
}

/** Returns the code blocks of a page in order. @throws Error for a block that is only indented or not closed */
export function readSnippets(markdown: string): readonly Snippet[] {
  const snippets: Snippet[] = [];
  const lines = markdown.split('\n');
  let listIndent = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = /^( *)(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence) {
      const [, indent = '', marker = '', info = ''] = fence;
      const end = lines.findIndex((text, index) => index > at && text.trim() === marker);
      if (end < 0) throw new Error(`line ${at + 1}: the code block has no end`);
      const [language = '', ...words] = info.trim().split(/\s+/);
      const text = lines.slice(at + 1, end).map((text) => text.slice(indentOf(text, indent.length)));
      snippets.push({ line: at + 2, language, words, text: `${text.join('\n')}\n` });
      at = end;
      continue;
    }
    if (/^\S/.test(line)) listIndent = 0;
    listIndent = /^ *(?:[-*+]|\d+\.) +/.exec(line)?.[0].length ?? listIndent;
    if (/^ {4}/.test(line.slice(listIndent)) && lines[at - 1]?.trim() === '')
      throw new Error(`line ${at + 1}: indented code has no language; put it between fences`);
  }
  return snippets;
}

const indentOf = (text: string, most: number): number => Math.min(most, text.length - text.trimStart().length);

/** Returns the expected output of a snippet: `// → text`, or `# → text`. */
export const expectedOutput = (text: string): readonly string[] =>
  [...text.matchAll(/(?:\/\/|#) → (.*)$/gm)].map(([, expected = '']) => expected.trim());
