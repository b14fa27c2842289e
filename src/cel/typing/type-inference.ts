import { DYN, ERROR, type ParameterType, type Type } from './types.ts';

/** Infers type parameters like cel-go: assignments are kept, and rolled back when they do not fit. */
export class TypeInference {
  #known = new Map<string, Type>();
  #count = 0;

  fresh(): ParameterType {
    return { kind: 'parameter', name: `_var${this.#count++}` };
  }

  /** Reports whether each type of `from` is assignable to its counterpart in `to`. */
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

  /** Replaces type parameters: `instances` are those of a declaration, and unresolved ones become dyn if `isFinal`. */
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

  #assign(from: Type, to: Type): boolean {
    if (to.kind === 'parameter') return this.#learn(to, from);
    if (from.kind === 'parameter') return this.#learn(from, to);
    if (isOpen(from) || isOpen(to)) return true;
    if (from.kind === 'list' && to.kind === 'list') return this.#assign(from.element, to.element);
    if (from.kind === 'map' && to.kind === 'map')
      return this.#assign(from.key, to.key) && this.#assign(from.value, to.value);
    if (from.kind === 'type' && to.kind === 'type') return true;
    // Null is assignable to objects and library values, but not to simple types.
    if (from.kind === 'null' && isNullable(to)) return true;
    if (to.kind === 'null' && isNullable(from)) return true;
    if (from.kind === 'object' || from.kind === 'opaque') return to.kind === from.kind && to.name === from.name;
    return from.kind === to.kind && from.kind !== 'list' && from.kind !== 'map';
  }

  /** Binds a parameter, or widens its known type; recursive types are rejected. */
  #learn(parameter: ParameterType, type: Type): boolean {
    if (type.kind === 'parameter' && type.name === parameter.name) return true;
    const known = this.#known.get(parameter.name);
    if (known && !this.#assign(type, known)) return false;
    const wider = known && !isWider(type, known) ? known : type;
    if (!this.#holds(wider, parameter.name)) this.#known.set(parameter.name, wider);
    else if (!known) return false;
    return true;
  }

  #holds(type: Type, name: string): boolean {
    switch (type.kind) {
      case 'parameter': {
        const known = this.#known.get(type.name);
        return type.name === name || (known !== undefined && this.#holds(known, name));
      }
      case 'list':
        return this.#holds(type.element, name);
      case 'map':
        return this.#holds(type.key, name) || this.#holds(type.value, name);
      default:
        return type.kind === 'type' && type.of !== undefined && this.#holds(type.of, name);
    }
  }
}

const isOpen = ({ kind }: Type): boolean => kind === 'dyn' || kind === 'error';

const isNullable = ({ kind }: Type): boolean =>
  kind === 'object' || kind === 'opaque' || kind === 'timestamp' || kind === 'duration' || kind === 'null';

/** Returns the wider of two compatible types. */
export const mostGeneral = (left: Type, right: Type): Type => (isWider(left, right) ? left : right);

/** Reports whether a type includes everything of another. */
function isWider(type: Type, other: Type): boolean {
  if (isOpen(type) || type.kind === 'parameter') return true;
  if (isOpen(other) || other.kind === 'parameter') return false;
  if (type.kind === 'list' && other.kind === 'list') return isWider(type.element, other.element);
  if (type.kind === 'map' && other.kind === 'map') {
    return isWider(type.key, other.key) && isWider(type.value, other.value);
  }
  return type.kind === other.kind;
}
