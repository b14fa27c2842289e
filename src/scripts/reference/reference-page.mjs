/** Writes the reference page of an entry in Markdown. */

const SECTIONS = [
  ['function', 'Functions'],
  ['class', 'Classes'],
  ['constant', 'Constants'],
  ['type', 'Types'],
];

/**
 * Returns the page that lists the others.
 * @param entries import path, file and text of each page
 */
export const indexPage = (entries) => `# API reference

<!-- Written by \`npm run reference\` from the docstrings; edit those instead. -->

Look up what the entries of the package export.

| entry | content |
|---|---|
${entries.map(([path, file, about]) => `| [\`${path}\`](${file}) | ${cell(about)} |`).join('\n')}
`;

/**
 * Returns the text of a page.
 * @param entry the import path, such as `tabplane/node`
 * @param known the pages of what earlier entries export: symbol → [name, file]
 */
export function referencePage(entry, { about, exports }, known) {
  const repeated = exports.filter(({ symbol }) => known.has(symbol));
  const own = exports.filter(({ symbol }) => !known.has(symbol));
  const parts = [
    `# ${entry}`,
    '<!-- Written by `npm run reference` from the docstrings; edit those instead. -->',
    about,
    ...SECTIONS.flatMap(([kind, title]) =>
      section(
        title,
        own.filter((one) => one.kind === kind),
      ),
    ),
    ...(repeated.length > 0 ? ['## Also exported', repeated.map((one) => link(one, known)).join(', ')] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

const link = ({ name, symbol }, known) => {
  const [original, file] = known.get(symbol);
  return `[\`${name}\`](${file}#${original.toLowerCase()})`;
};

const section = (title, facts) => (facts.length > 0 ? [`## ${title}`, ...facts.flatMap(described)] : []);

const described = ({ name, signatures = [], type, about, notes, bases = [], members = [] }) => [
  `### ${name}`,
  ...signatures.map(code),
  ...(type === undefined ? [] : [code(type)]),
  ...[about, ...notes].filter(Boolean),
  ...(bases.length > 0 ? [`Also has everything of ${bases.map(code).join(' and ')}.`] : []),
  ...(members.length > 0 ? [table(members)] : []),
];

const code = (text) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

const table = (members) =>
  [
    '| member | description |',
    '|---|---|',
    ...members.map((one) => `| ${cell(code(one.text))} | ${cell(textOf(one))} |`),
  ].join('\n');

const textOf = ({ about, notes }) => [about, ...notes].filter(Boolean).join(' ');

const cell = (text) => text.replaceAll('|', '\\|');
