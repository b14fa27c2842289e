import { base64Text } from '../../api/encoding/base64.ts';
import { isRecord } from '../../api/object.ts';
import { failure } from '../command-error.ts';
import { valueText } from './json-path.ts';

/** A node of a template. */
type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'action'; readonly pipeline: string }
  | {
      readonly kind: 'if' | 'range' | 'with';
      readonly pipeline: string;
      readonly then: Node[];
      readonly otherwise: Node[];
    };

/** The variables of a template by name; `$` is the whole value. */
type Variables = ReadonlyMap<string, unknown>;

/** Applies a Go template: fields, variables, `range`, `if`, `with`, `else` and the common functions. @throws CommandError */
export function printGoTemplate(template: string, value: unknown): string {
  return render(parse(template), value, new Map([['$', value]]));
}

function parse(template: string): Node[] {
  const tokens = template.match(/\{\{(?:"(?:[^"\\]|\\.)*"|`[^`]*`|[^}"`]|\}(?!\}))*\}\}|(?:(?!\{\{)[\s\S])+/g) ?? [];
  let position = 0;
  const block = (): { nodes: Node[]; ended: string } => {
    const nodes: Node[] = [];
    for (;;) {
      const token = tokens[position++];
      if (token === undefined) return { nodes, ended: '' };
      if (!token.startsWith('{{')) {
        nodes.push({ kind: 'text', text: trimmedText(token, tokens[position - 2], tokens[position]) });
        continue;
      }
      const action = token.slice(2, -2).replace(/^-\s/, '').replace(/\s-$/, '').trim();
      const [, keyword, rest = ''] = /^(if|range|with)\s+([\s\S]*)$/.exec(action) ?? [];
      if (/^\/\*[\s\S]*\*\/$/.test(action)) continue;
      if (action === 'end' || action === 'else' || action.startsWith('else ')) return { nodes, ended: action };
      if (keyword === undefined) nodes.push({ kind: 'action', pipeline: action });
      else nodes.push(conditional(keyword as 'if', rest));
    }
  };
  const conditional = (kind: 'if' | 'range' | 'with', pipeline: string): Node => {
    const { nodes: then, ended } = block();
    const chained = /^else\s+if\s+([\s\S]*)$/.exec(ended);
    const otherwise = chained ? [conditional('if', chained[1] ?? '')] : ended === 'else' ? block().nodes : [];
    return { kind, pipeline, then, otherwise };
  };
  return block().nodes;
}

/** Removes the blanks that `{{-` and `-}}` beside a text remove. */
function trimmedText(text: string, before = '', after = ''): string {
  const start = /\s-\}\}$/.test(before) ? text.trimStart() : text;
  return /^\{\{-\s/.test(after) ? start.trimEnd() : start;
}

function render(nodes: readonly Node[], dot: unknown, variables: Variables): string {
  let scope = variables;
  let text = '';
  for (const node of nodes) {
    if (node.kind === 'text') text += node.text;
    else if (node.kind === 'action') {
      const [, name, pipeline = ''] = /^(\$\w+)\s*:?=\s*([\s\S]*)$/.exec(node.pipeline) ?? [];
      if (name) scope = new Map([...scope, [name, evaluate(pipeline, dot, scope)]]);
      else text += printed(evaluate(node.pipeline, dot, scope));
    } else text += renderBlock(node, dot, scope);
  }
  return text;
}

function renderBlock(node: Extract<Node, { then: Node[] }>, dot: unknown, variables: Variables): string {
  const [, first, , second, pipeline = ''] =
    /^(?:(\$\w+)\s*(,\s*(\$\w+)\s*)?:=\s*)?([\s\S]*)$/.exec(node.pipeline) ?? [];
  const value = evaluate(pipeline, dot, variables);
  if (node.kind === 'if') return render(isTrue(value) ? node.then : node.otherwise, dot, variables);
  if (node.kind === 'with')
    return isTrue(value) ? render(node.then, value, variables) : render(node.otherwise, dot, variables);
  const entries: [unknown, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : isRecord(value)
      ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
      : [];
  if (entries.length === 0) return render(node.otherwise, dot, variables);
  return entries
    .map(([key, item]) => {
      const scope = new Map(variables);
      if (first && second) scope.set(first, key).set(second, item);
      else if (first) scope.set(first, item);
      return render(node.then, item, scope);
    })
    .join('');
}

const isTrue = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isRecord(value) ? Object.keys(value).length > 0 : Boolean(value);

const printed = (value: unknown): string => {
  if (value === undefined || value === null) return '<no value>';
  if (Array.isArray(value)) return `[${value.map(printed).join(' ')}]`;
  if (!isRecord(value)) return valueText(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([name, member]) => `${name}:${printed(member)}`).join(' ')}]`;
};

const ARGUMENT = /"(?:[^"\\]|\\.)*"|`[^`]*`|\((?:[^()]|\([^()]*\))*\)|[^\s|]+/g;

function evaluate(pipeline: string, dot: unknown, variables: Variables): unknown {
  let result: unknown;
  for (const [index, command] of splitPipeline(pipeline).entries()) {
    const [head = '', ...rest] = command.match(ARGUMENT) ?? [];
    const args = rest.map((word) => operand(word, dot, variables));
    if (index > 0) args.push(result);
    const called = FUNCTIONS[head];
    if (!called && (args.length > 0 || /^[a-z]\w*$/i.test(head)) && !['true', 'false', 'nil'].includes(head))
      throw failure(
        `error parsing template ${pipeline}, template: output:1: function ${JSON.stringify(head)} not defined`,
      );
    result = called ? called(args) : operand(head, dot, variables);
  }
  return result;
}

const splitPipeline = (pipeline: string): string[] =>
  (pipeline.match(/(?:"(?:[^"\\]|\\.)*"|`[^`]*`|[^|])+/g) ?? ['']).map((each) => each.trim());

function operand(word: string, dot: unknown, variables: Variables): unknown {
  if (word.startsWith('(')) return evaluate(word.slice(1, -1), dot, variables);
  if (word.startsWith('"')) return JSON.parse(word);
  if (word.startsWith('`')) return word.slice(1, -1);
  if (/^-?\d+(\.\d+)?$/.test(word)) return Number(word);
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'nil') return undefined;
  const [root = '', ...members] = word.split('.');
  const start = root === '' ? dot : variables.get(root);
  return members.filter(Boolean).reduce((value: unknown, name) => (isRecord(value) ? value[name] : undefined), start);
}

type TemplateFunction = (args: readonly unknown[]) => unknown;

const FUNCTIONS: Readonly<Record<string, TemplateFunction>> = {
  eq: ([first, ...others]) => others.some((other) => other === first),
  ne: ([a, b]) => a !== b,
  lt: ([a, b]) => (a as number) < (b as number),
  le: ([a, b]) => (a as number) <= (b as number),
  gt: ([a, b]) => (a as number) > (b as number),
  ge: ([a, b]) => (a as number) >= (b as number),
  and: (args) => (args.every(isTrue) ? args.at(-1) : args.find((value) => !isTrue(value))),
  or: (args) => args.find(isTrue) ?? args.at(-1),
  not: ([value]) => !isTrue(value),
  len: ([value]) => (isRecord(value) ? Object.keys(value).length : ((value as string | undefined)?.length ?? 0)),
  index: ([value, ...keys]) =>
    keys.reduce(
      (found: unknown, key) =>
        Array.isArray(found) ? found[Number(key)] : isRecord(found) ? found[String(key)] : undefined,
      value,
    ),
  print: (args) => args.map(printed).join(''),
  println: (args) => `${args.map(printed).join(' ')}\n`,
  printf: ([format, ...args]) => {
    const rest = [...args];
    return String(format).replace(/%(-?)(\d*)([\s\S])/g, (directive, left: string, width: string, verb: string) => {
      if (directive === '%%') return '%';
      if (!'vsdq'.includes(verb)) throw failure(`error executing template: printf does not support ${directive}`);
      const text = printed(rest.shift());
      const shown = verb === 'q' ? JSON.stringify(text) : text;
      const pad = width.startsWith('0') ? '0' : ' ';
      return left ? shown.padEnd(Number(width)) : shown.padStart(Number(width), pad);
    });
  },
  base64decode: ([text]) => base64Text(String(text)),
};
