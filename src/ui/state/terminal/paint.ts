/** Escape sequences of a terminal. */
const RESET = '\x1b[0m';
const COLORS = { red: '\x1b[31m', green: '\x1b[32m', yellow: '\x1b[33m', cyan: '\x1b[36m', bold: '\x1b[1m' } as const;

/** Returns a text in a color. */
export const painted = (color: keyof typeof COLORS, text: string): string => `${COLORS[color]}${text}${RESET}`;

/** Words of tables and descriptions by the color that says how things are. */
const WORDS: readonly (readonly [keyof typeof COLORS, RegExp])[] = [
  ['green', /(?<![\w/.-])(?:Running|Ready|Active|Bound|Available|Completed|Succeeded|Complete)(?![\w/.:=-])/g],
  ['yellow', /(?<![\w/.-])(?:Pending|ContainerCreating|Terminating|Warning|SchedulingDisabled|Unknown)(?![\w/.:=-])/g],
  [
    'red',
    /(?<![\w/.-])(?:CrashLoopBackOff|ImagePullBackOff|ErrImagePull|Error|Failed|Evicted|OOMKilled|NotReady)(?![\w/.:=-])/g,
  ],
];

/** Returns the output of a command with its states in color, and the header of a table in bold. */
export function paintOutput(text: string): string {
  const colored = WORDS.reduce((all, [color, pattern]) => all.replace(pattern, (word) => painted(color, word)), text);
  return colored.replace(/^(?:[A-Z][A-Z()%:/-]*(?: [A-Z-]+)*(?: {2,}|$))+$/gm, (header) => painted('bold', header));
}

/** Returns errors in red, and warnings in yellow. */
export const paintErrors = (text: string): string =>
  text.replace(/^.+$/gm, (line) => painted(line.startsWith('Warning') ? 'yellow' : 'red', line));
