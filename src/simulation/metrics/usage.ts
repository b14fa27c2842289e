import type { Container, Pod } from '../../api/kinds/core-v1.generated.ts';
import { resourceAmounts } from '../../api/scheduling/resource-amounts.ts';
import { parseQuantity, scaledValue } from '../../api/values/quantity.ts';
import { POD_ANNOTATIONS } from '../names.ts';

/** The usage of a container or node: thousandths of a CPU, and bytes. */
export interface Usage {
  readonly cpu: number;
  readonly memory: number;
}

/** The usage of a container without requests. */
const UNREQUESTED: Usage = { cpu: 20, memory: 32 * 2 ** 20 };
/** The usage of a node without pods. */
export const IDLE_NODE: Usage = { cpu: 250, memory: 2 ** 30 };

/** Milliseconds for which a value stays constant. */
const PERIOD = 60_000;

/** Returns the usage of a container: from annotations of its pod, or else about a third of its requests. */
export function containerUsage({ metadata }: Pod, { name, resources }: Container, now: number): Usage {
  const { cpu = UNREQUESTED.cpu, memory = UNREQUESTED.memory } = resourceAmounts(resources?.requests);
  const share = 0.25 + variation(`${metadata.uid}/${name}/${Math.floor(now / PERIOD)}`) * 0.2;
  const annotated = (key: string, scale: number): number | undefined =>
    quantityOf(metadata.annotations?.[`${key}.${name}`] ?? metadata.annotations?.[key], scale);
  return {
    cpu: annotated(POD_ANNOTATIONS.cpuUsage, -3) ?? Math.max(Math.round(cpu * share), 1),
    memory: annotated(POD_ANNOTATIONS.memoryUsage, 0) ?? Math.round(memory * (share + 0.3)),
  };
}

export const sumOfUsage = (usages: readonly Usage[]): Usage =>
  usages.reduce((sum, { cpu, memory }) => ({ cpu: sum.cpu + cpu, memory: sum.memory + memory }), { cpu: 0, memory: 0 });

/** Returns quantities in the format of the metrics API. */
export const usageText = ({ cpu, memory }: Usage) => ({
  cpu: `${cpu}m`,
  memory: `${Math.ceil(memory / 1024)}Ki`,
});

/** Parses a quantity; ignores an invalid one. */
function quantityOf(text: string | undefined, scale: number): number | undefined {
  if (text === undefined || !/^\d/.test(text)) return undefined;
  try {
    return Number(scaledValue(parseQuantity(text), scale));
  } catch {
    return undefined;
  }
}

/** Returns a number from 0 to 1 that depends only on a text. */
function variation(text: string): number {
  let state = 2_166_136_261;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return state / 2 ** 32;
}
