import { writeJson } from '../api/encoding/exact-json.ts';
import { compareKeys } from '../api/encoding/utf8.ts';
import { setMember } from '../api/object.ts';
import type { ListSchema, MapSchema, ScalarSchema, Schema, StructSchema } from '../schema/schema.ts';
import { fieldElement, type PathElement, pathElementText } from './field-path.ts';
import { areDistinct } from './list-elements.ts';
import { DEFAULT_SHAPE, isAtomic, listElement, memberSchema, shapeOf } from './typed-value.ts';

/** A violation of the schema; `path` has the form `.spec.ports[port=80]`, empty for the value itself. */
export interface TypeViolation {
  readonly path: string;
  readonly message: string;
}

export const UNDECLARED = 'field not declared in schema';

/** Joins violations as the real server does. */
export function violationsText(violations: readonly TypeViolation[]): string {
  const texts = violations.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  return texts.length === 1 ? (texts[0] ?? '') : ['errors:', ...texts.map((text) => `  ${text}`)].join('\n');
}

/** Checks without building paths, which is faster. Most values are valid. */
function isValid(value: unknown, schema: Schema): boolean {
  if (value === null || value === undefined || schema.kind === 'any') return true;
  switch (schema.kind) {
    case 'scalar':
      return scalarViolation(value, schema) === undefined;
    case 'list':
      if (!Array.isArray(value) || !value.every((item) => isValid(item, schema.items))) return false;
      return isAtomic(schema) || areDistinct(value, schema);
    default:
      return typeof value === 'object' && !Array.isArray(value) && areMembersValid(value, schema);
  }
}

function areMembersValid(value: object, schema: MapSchema | StructSchema): boolean {
  const members = value as Record<string, unknown>;
  for (const name in members) {
    const known = memberSchema(schema, name);
    if (!known || !isValid(members[name], known)) return false;
  }
  return true;
}

export function validateTyped(value: unknown, schema: Schema): readonly TypeViolation[] {
  if (isValid(value, schema)) return [];
  const violations: TypeViolation[] = [];
  visit(value, schema, [], violations);
  return violations;
}

function visit(value: unknown, schema: Schema, path: PathElement[], out: TypeViolation[]): void {
  if (value === null || value === undefined) return;
  const shape = shapeOf(schema, value) ?? DEFAULT_SHAPE;
  if (shape.kind === 'list') {
    if (Array.isArray(value)) visitList(value, shape.schema, path, out);
    else report(`expected list, got &{${goValue(value)}}`, path, out);
  } else if (shape.kind === 'map') {
    if (typeof value === 'object' && !Array.isArray(value)) visitMap(value, shape.schema, path, out);
    else report(`expected map, got &{${goValue(value)}}`, path, out);
  } else if (schema.kind === 'scalar') {
    const message = scalarViolation(value, schema);
    if (message) report(message, path, out);
  }
}

const report = (message: string, path: readonly PathElement[], out: TypeViolation[]): void => {
  out.push({ path: path.map(pathElementText).join(''), message });
};

function scalarViolation(value: unknown, { type }: ScalarSchema): string | undefined {
  switch (type) {
    case 'int32':
    case 'int64':
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint'
        ? undefined
        : `expected numeric (int or float), got ${goType(value)}`;
    case 'string':
    case 'bytes':
      if (typeof value === 'string') return undefined;
      return `expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `expected boolean, got &{${goValue(value)}}`;
    default:
      return undefined;
  }
}

function visitMap(value: object, schema: MapSchema | StructSchema, path: PathElement[], out: TypeViolation[]): void {
  for (const [name, member] of Object.entries(value)) {
    const known = memberSchema(schema, name);
    path.push(fieldElement(name));
    if (known) visit(member, known, path, out);
    else report(UNDECLARED, path, out);
    path.pop();
    if (!known) return; // The real server stops checking this map here.
  }
}

function visitList(list: readonly unknown[], schema: ListSchema, path: PathElement[], out: TypeViolation[]): void {
  const seen = new Set<PathElement>();
  for (const [index, item] of list.entries()) {
    let element: PathElement;
    try {
      element = isAtomic(schema) ? `i:${index}` : listElement(schema, item);
    } catch (error) {
      report(`element ${index}: ${(error as Error).message}`, path, out);
      return;
    }
    if (seen.has(element)) report(`duplicate entries for key ${pathElementText(element)}`, path, out);
    seen.add(element);
    path.push(element);
    visit(item, schema.items, path, out);
    path.pop();
  }
}

/** Returns a copy without undeclared members, and their paths (`spec.containers[0].imag`). */
export function dropUndeclared(value: unknown, schema: Schema, path = ''): { value: unknown; paths: string[] } {
  const shape = shapeOf(schema, value);
  const paths: string[] = [];
  if (!shape || shape.kind === 'scalar' || typeof value !== 'object' || value === null) return { value, paths };
  const below = (child: unknown, childSchema: Schema, childPath: string): unknown => {
    const cleaned = dropUndeclared(child, childSchema, childPath);
    paths.push(...cleaned.paths);
    return cleaned.value;
  };
  if (shape.kind === 'list') {
    if (!Array.isArray(value)) return { value, paths };
    return { value: value.map((item, index) => below(item, shape.schema.items, `${path}[${index}]`)), paths };
  }
  if (Array.isArray(value)) return { value, paths };
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const memberPath = path ? `${path}.${name}` : name;
    const known = memberSchema(shape.schema, name);
    if (known) setMember(kept, name, below(member, known, memberPath));
    else paths.push(memberPath);
  }
  return { value: kept, paths };
}

/** Returns the Go type that a JSON value is decoded into. */
function goType(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** Returns a JSON value as Go formats it with %v. */
function goValue(value: unknown): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goValue).join(' ')}]`;
  if (typeof value !== 'object') return String(value);
  return `map[${sortedEntries(value as object)
    .map(([name, member]) => `${name}:${goValue(member)}`)
    .join(' ')}]`;
}

/** Returns a JSON value as Go formats it with %#v. */
function goSyntax(value: unknown): string {
  if (value === null) return 'interface {}(nil)';
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (typeof value !== 'object') return writeJson(value);
  return `map[string]interface {}{${sortedEntries(value as object)
    .map(([name, member]) => `${JSON.stringify(name)}:${goSyntax(member)}`)
    .join(', ')}}`;
}

const sortedEntries = (value: object): [string, unknown][] => Object.entries(value).sort(compareKeys);
