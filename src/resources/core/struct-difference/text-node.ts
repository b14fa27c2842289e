/** Text that is laid out on one or several lines, like go-cmp's reports. */
export type TextNode =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'wrap'; readonly prefix: string; readonly value: TextNode; readonly suffix: string }
  | { readonly kind: 'list'; readonly records: readonly TextRecord[] };

export type Mode = '' | '-' | '+';

export interface TextRecord {
  readonly mode?: Mode;
  readonly key?: string;
  readonly value: TextNode;
  readonly comment?: string;
}

const MAXIMUM_COLUMNS = 80;

export const line = (text: string): TextNode => ({ kind: 'line', text });
export const wrap = (prefix: string, value: TextNode, suffix = ''): TextNode => ({
  kind: 'wrap',
  prefix,
  value,
  suffix,
});
export const braces = (records: readonly TextRecord[]): TextNode => wrap('{', { kind: 'list', records }, '}');

export const NIL = line('nil');
export const ELLIPSIS = line('...');

export const isEllipsis = (node: TextNode): boolean => node.kind === 'line' && node.text === '...';

/** Returns the full text, with its first indentation and a final line feed. */
export const render = (node: TextNode): string => `  ${expanded(compact(node, ''), '', 0)}\n`;

const keyText = (key: string | undefined): string => (key ? `${key}: ` : '');

/** Returns the node with every fitting part on one line. */
function compact(node: TextNode, mode: Mode): TextNode {
  if (node.kind === 'line') return node;
  if (node.kind === 'wrap') {
    const value = compact(node.value, mode);
    return value.kind === 'line' ? line(node.prefix + value.text + node.suffix) : { ...node, value };
  }
  const records = node.records.map((record) => ({ ...record, value: compact(record.value, record.mode || mode) }));
  const isFlat = records.every(({ mode: own, value, comment }) => !own && value.kind === 'line' && !comment);
  const text = records.map(({ key, value }) => keyText(key) + (value.kind === 'line' ? value.text : '')).join(', ');
  const isLong = mode !== '' && text.length > MAXIMUM_COLUMNS;
  return isFlat && !isLong ? line(text) : { kind: 'list', records };
}

const indent = (mode: Mode, depth: number): string => `\n${mode || ' '} ${'\t'.repeat(depth)}`;

function expanded(node: TextNode, mode: Mode, depth: number): string {
  if (node.kind === 'line') return node.text;
  if (node.kind === 'wrap') return node.prefix + expanded(node.value, mode, depth) + node.suffix;
  const { records } = node;
  const isSimple = records.every(
    (record) => !record.mode && !record.key && record.value.kind === 'line' && !record.comment,
  );
  const body = isSimple ? batches(records, mode, depth + 1) : lines(records, mode, depth + 1);
  return body + indent(mode, depth);
}

/** Formats records, with several short values in a line. */
function batches(records: readonly TextRecord[], mode: Mode, depth: number): string {
  const rows: string[] = [];
  for (const { value } of records) {
    const text = `${value.kind === 'line' ? value.text : ''}, `;
    const last = rows.length - 1;
    const row = rows[last];
    if (row === undefined || row.length + text.length > MAXIMUM_COLUMNS) rows.push(text);
    else rows[last] = row + text;
  }
  return rows.map((row) => indent(mode, depth) + row.trimEnd()).join('');
}

function lines(records: readonly TextRecord[], mode: Mode, depth: number): string {
  const padding = paddings(records);
  return records
    .map(({ mode: own, key, value, comment }, index) => {
      const text = expanded(value, own || mode, depth);
      const start = indent(own || mode, depth) + keyText(key) + ' '.repeat(padding[index] ?? 0) + text;
      return `${start}${isEllipsis(value) ? '' : ','}${comment ? ` // ${comment}` : ''}`;
    })
    .join('');
}

/** Aligns the values of adjacent one-line members. */
function paddings(records: readonly TextRecord[]): number[] {
  const isAligned = ({ key, value }: TextRecord) => Boolean(key) && value.kind === 'line';
  const out: number[] = [];
  for (let start = 0; start < records.length; ) {
    let end = start;
    while (end < records.length && isAligned(records[end] as TextRecord)) end += 1;
    const run = records.slice(start, end).map(({ key = '' }) => [...key].length);
    for (const length of run) out.push(Math.max(...run) - length);
    if (end < records.length) out.push(0);
    start = end + 1;
  }
  return out;
}
