import { deepFreeze } from './deep-freeze.ts';

type Members = Record<string, unknown>;

/**
 * Freezes a JSON value recursively. Replaces parts by the equal parts in the same place of the frozen value `like`, so
 * that both values share them. Returns `like` if the whole values are equal, otherwise `value`.
 */
export const frozenLike = <T>(value: T, like: unknown): T => shared(value, like) as T;

function shared(value: unknown, like: unknown): unknown {
  if (value === like || !isObject(value) || Object.isFrozen(value)) return value;
  const isList = Array.isArray(value);
  if (!isObject(like) || isList !== Array.isArray(like)) return deepFreeze(value);
  const isEqual = isList ? sharesItems(value, like as unknown as unknown[]) : sharesMembers(value, like);
  return isEqual ? like : Object.freeze(value);
}

/** Reports whether all items are shared. */
function sharesItems(list: unknown[], like: readonly unknown[]): boolean {
  let isEqual = list.length === like.length;
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    const part = isObject(item) ? shared(item, like[index]) : item;
    if (part !== item) list[index] = part;
    isEqual &&= part === like[index];
  }
  return isEqual;
}

/** Reports whether all members are shared and have the same order, which is part of an object's text. */
function sharesMembers(value: Members, like: Members): boolean {
  let isEqual = true;
  for (const name in value) {
    const member = value[name];
    const other = like[name];
    const part = isObject(member) ? shared(member, other) : member;
    if (part !== member) value[name] = part;
    isEqual &&= part === other;
  }
  return isEqual && haveSameNames(value, like);
}

function haveSameNames(value: Members, like: Members): boolean {
  const others = Object.keys(like);
  let place = 0;
  for (const name in value) if (others[place++] !== name) return false;
  return place === others.length;
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;
