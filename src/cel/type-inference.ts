import { DYN, ERROR, listOf, mapOf, type ParameterType, type Type } from './types.ts';

/** Finds out the types that declarations leave open, as cel-go does: what was learnt is kept, and undone when it does not fit. */
export class TypeInference {
  #known = new Map<string, Type>();
  #count = 0;

  fresh(): ParameterType {
    return { kind: 'parameter', name: `_var${this.#count++}` };
  }

  /** Whether each of `from` may be used where each of `to` is asked for. */
  assignAll(from: readonly Type[], to: readonly Type[]): boolean {
    if (from.length !== to.length) return false;
    const before = new Map(this.#known);
    if (from.every((type, index) => this.#assign(type, to[index] ?? ERROR))) return true;
    this.#known = before;
    return false;
  }

  assign(from: Type, to: Type): boolean {
    return this.assignAll([from], [to]);
  }

  /** `instances` stand for the parameters of a declaration; what stays open becomes dyn when `isFinal`. */
  substitute(type: Type, isFinal: boolean, instances?: ReadonlyMap<string, Type>): Type {
    switch (type.kind) {
      case 'parameter': {
        const instance = instances?.get(type.name) ?? this.#known.get(type.name);
        if (instance) return this.substitute(instance, isFinal);
        return isFinal ? DYN : type;
      }
      case 'list': {
        const element = this.substitute(type.element, isFinal, instances);
        return element === type.element ? type : { ...type, element };
      }
      case 'map': {
        const key = this.substitute(type.key, isFinal, instances);
        const value = this.substitute(type.value, isFinal, instances);
        return key === type.key && value === type.value ? type : { ...type, key, value };
      }
      case 'type':
        return type.of ? { kind: 'type', of: this.substitute(type.of, isFinal, instances) } : type;
      default:
        return type;
    }
  }

  #resolve(type: Type): Type {
    const known = type.kind === 'parameter' ? this.#known.get(type.name) : undefined;
    return known ? this.#resolve(known) : type;
  }

  #assign(left: Type, right: Type): boolean {
    const from = this.#resolve(left);
    const to = this.#resolve(right);
    if (to.kind === 'parameter') return this.#learn(to, from);
    if (from.kind === 'parameter') return this.#learn(from, to);
    if (isOpen(from) || isOpen(to)) return true;
    if (from.kind === 'list' && to.kind === 'list') return this.#assign(from.element, to.element);
    if (from.kind === 'map' && to.kind === 'map')
      return this.#assign(from.key, to.key) && this.#assign(from.value, to.value);
    if (from.kind === 'type' && to.kind === 'type') return true;
    // An object or a value of a library may be null; the simple types may not.
    if (from.kind === 'null' && isNullable(to)) return true;
    if (to.kind === 'null' && isNullable(from)) return true;
    if (from.kind === 'object' || from.kind === 'opaque') return to.kind === from.kind && to.name === from.name;
    return from.kind === to.kind && from.kind !== 'list' && from.kind !== 'map';
  }

  /** Types that hold themselves are refused: they could never be written down. */
  #learn(parameter: ParameterType, type: Type): boolean {
    if (type.kind === 'parameter' && type.name === parameter.name) return true;
    if (this.#holds(type, parameter.name)) return false;
    this.#known.set(parameter.name, type);
    return true;
  }

  #holds(written: Type, name: string): boolean {
    const type = this.#resolve(written);
    if (type.kind === 'parameter') return type.name === name;
    if (type.kind === 'list') return this.#holds(type.element, name);
    return type.kind === 'map' && (this.#holds(type.key, name) || this.#holds(type.value, name));
  }
}

const isOpen = ({ kind }: Type): boolean => kind === 'dyn' || kind === 'error';

const isNullable = ({ kind }: Type): boolean =>
  kind === 'object' || kind === 'opaque' || kind === 'timestamp' || kind === 'duration' || kind === 'null';

/** The wider of two types that fit each other. */
export function mostGeneral(left: Type, right: Type): Type {
  if (isOpen(left)) return left;
  if (isOpen(right)) return right;
  if (left.kind === 'parameter') return left;
  if (right.kind === 'parameter') return right;
  if (left.kind === 'list' && right.kind === 'list') return listOf(mostGeneral(left.element, right.element));
  if (left.kind === 'map' && right.kind === 'map') {
    return mapOf(mostGeneral(left.key, right.key), mostGeneral(left.value, right.value));
  }
  return left.kind === 'null' ? right : left;
}
