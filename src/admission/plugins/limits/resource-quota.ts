import type { ResourceQuota } from '../../../api/kinds/core-v1.generated.ts';
import { type Amounts, addAmounts, amountsOf } from '../../../api/quota/quota-amounts.ts';
import { matchesScopes } from '../../../api/quota/quota-scopes.ts';
import { type QuotaUsage, quotaUsageOf } from '../../../api/quota/quota-usage.ts';
import { conflict } from '../../../api/status.ts';
import {
  compareQuantities,
  parseQuantity,
  quantityOf,
  quantitySign,
  quantityText,
  subtractQuantities,
} from '../../../api/values/quantity.ts';
import type { AdmissionAttributes, AdmissionContext, AdmissionPluginFactory } from '../../admission-plugin.ts';
import { isInNamespace, operations, podOf } from '../../attributes.ts';
import { denial } from '../../denial.ts';
import { RememberedCollection } from '../../remembered-collection.ts';
import { type LimitedResource, readLimitedResources, requireCoverage } from './limited-resources.ts';

/** How often usage is recomputed when other writes charge the same quotas. */
const MAXIMUM_ATTEMPTS = 10;

/** Enforces a namespace's quotas and charges them for admitted requests. */
export const resourceQuota: AdmissionPluginFactory = (context, configuration) => {
  const limited = readLimitedResources(configuration);
  const quotas = new RememberedCollection<ResourceQuota>(context.reader, '', 'resourcequotas');
  const isIdle = () => limited.length === 0 && quotas.isKnownEmpty;
  return {
    name: 'ResourceQuota',
    handles: operations('CREATE', 'UPDATE'),
    isIdle,
    validate(attributes) {
      const { subresource, object, operation, resource } = attributes;
      if (subresource !== '' || !isInNamespace(attributes) || !object) return undefined;
      if (isIdle()) return undefined;
      const usage = quotaUsageOf(resource, context.dialect);
      return usage?.handles.includes(operation)
        ? chargeAll(attributes, { usage, limited, quotas }, context)
        : undefined;
    },
  };
};

/** The inputs for the charges of a write. */
interface Quotas {
  readonly usage: QuotaUsage;
  readonly limited: readonly LimitedResource[];
  readonly quotas: RememberedCollection<ResourceQuota>;
}

async function chargeAll(attributes: AdmissionAttributes, quotas: Quotas, context: AdmissionContext): Promise<void> {
  const saved: Charge[] = [];
  attributes.onFailure?.(() => release(saved, context));
  for (let attempt = 0; attempt < MAXIMUM_ATTEMPTS; attempt++) {
    const charges = await chargesFor(attributes, quotas);
    if (attributes.dryRun || (await saveAll(charges, saved, context))) return;
    await release(saved, context);
  }
  throw usageKeepsChanging();
}

/** The usage that one write adds to one quota. */
interface Charge {
  /** The quota with its usage after the write. */
  readonly quota: ResourceQuota;
  readonly requested: Amounts;
}

async function chargesFor(attributes: AdmissionAttributes, { usage, limited, quotas }: Quotas): Promise<Charge[]> {
  const all = await quotas.listIn(attributes.namespace);
  const matching = quotasFor(all, attributes, usage);
  if (matching.length === 0 && limited.length === 0) return [];
  requireMeasured(matching, attributes, usage);
  const added = addedUsage(attributes, usage);
  if (limited.length > 0 && added.size > 0) {
    const covered = new Set(matching.flatMap(({ status }) => Object.keys(status?.hard ?? {}).filter(usage.counts)));
    requireCoverage(limited, attributes, { usage: usage.usageOf(attributes.object ?? {}), covered, quotas: all });
  }
  return matching.flatMap((quota) => chargeOne(quota, added, attributes) ?? []);
}

/** Returns the quotas that apply to the object, sorted by name. */
function quotasFor(quotas: readonly ResourceQuota[], attributes: AdmissionAttributes, usage: QuotaUsage) {
  const pod = podOf(attributes);
  return quotas.filter(
    ({ spec, status }) => Object.keys(status?.hard ?? {}).some(usage.counts) && matchesScopes(spec, pod),
  );
}

/** @throws StatusError 403 when the object does not specify counted resources, or a quota has no computed usage yet */
function requireMeasured(quotas: readonly ResourceQuota[], attributes: AdmissionAttributes, usage: QuotaUsage): void {
  const object = attributes.object ?? {};
  for (const quota of quotas) {
    const names = Object.keys(quota.status?.hard ?? {}).filter(usage.counts);
    const name = quota.metadata.name ?? '';
    const problem = usage.problem?.(object, names);
    if (problem) throw denial(attributes, `failed quota: ${name}: ${problem}`);
    if (names.some((counted) => quota.status?.used?.[counted] === undefined)) {
      throw denial(attributes, `status unknown for quota: ${name}, resources: ${names.sort().join(',')}`);
    }
  }
}

/** Returns the added usage: all of a new object, or the increase of a changed one. */
function addedUsage({ object, oldObject, operation }: AdmissionAttributes, usage: QuotaUsage): Amounts {
  const after = usage.usageOf(object ?? {});
  const before: Amounts = operation === 'UPDATE' && oldObject ? usage.usageOf(oldObject) : new Map();
  const added = new Map<string, ReturnType<typeof quantityOf>>();
  for (const [name, amount] of after) {
    const difference = subtractQuantities(amount, before.get(name) ?? quantityOf(0n));
    if (quantitySign(difference) > 0) added.set(name, difference);
  }
  return added;
}

function chargeOne(quota: ResourceQuota, added: Amounts, attributes: AdmissionAttributes): Charge | undefined {
  const hard = amountsOf(quota.status?.hard);
  const used = amountsOf(quota.status?.used);
  const requested = new Map([...added].filter(([name]) => hard.has(name)));
  if (requested.size === 0) return undefined;
  const newUsage = addAmounts(used, requested);
  const exceeded = [...requested.keys()].sort().filter((name) => {
    const [after, limit] = [newUsage.get(name), hard.get(name)];
    return after && limit && compareQuantities(after, limit) > 0;
  });
  if (exceeded.length) {
    const text = (amounts: Amounts) =>
      exceeded.map((name) => `${name}=${quantityText(amounts.get(name) ?? parseQuantity('0'))}`).join(',');
    throw denial(
      attributes,
      `exceeded quota: ${quota.metadata.name ?? ''}, requested: ${text(requested)}, used: ${text(used)}, limited: ${text(hard)}`,
    );
  }
  return { quota: withUsed(quota, newUsage), requested };
}

const withUsed = (quota: ResourceQuota, used: Amounts): ResourceQuota => {
  const texts = Object.fromEntries([...used].map(([name, amount]) => [name, quantityText(amount)]));
  return { ...quota, status: { ...quota.status, used: texts } };
};

/**
 * Saves charges and adds the successful ones to `saved`. Returns false when a quota has changed, so that everything
 * must be recomputed.
 */
async function saveAll(charges: readonly Charge[], saved: Charge[], { writer }: AdmissionContext): Promise<boolean> {
  for (const charge of charges) {
    if (!(await writer.update('', 'resourcequotas', charge.quota, 'status'))) return false;
    saved.push(charge);
  }
  return true;
}

/** Refunds the saved charges and removes them from the list. */
async function release(saved: Charge[], context: AdmissionContext): Promise<void> {
  for (let charge = saved.at(-1); charge; charge = saved.at(-1)) {
    await releaseOne(charge, context);
    saved.pop();
  }
}

async function releaseOne({ quota, requested }: Charge, { reader, writer }: AdmissionContext): Promise<void> {
  const { namespace = '', name = '', uid } = quota.metadata;
  for (let attempt = 0; attempt < MAXIMUM_ATTEMPTS; attempt++) {
    const live = await reader.get<ResourceQuota>('', 'resourcequotas', namespace, name);
    if (live?.metadata.uid !== uid || !live) return;
    const used = new Map(amountsOf(live.status?.used));
    for (const [counted, amount] of requested) {
      const before = used.get(counted);
      if (!before) continue;
      const after = subtractQuantities(before, amount);
      used.set(counted, quantitySign(after) > 0 ? after : quantityOf(0n));
    }
    if (await writer.update('', 'resourcequotas', withUsed(live, used), 'status')) return;
  }
  throw usageKeepsChanging();
}

const usageKeepsChanging = () =>
  conflict({ group: '', resource: 'resourcequotas' }, '', 'the usage of the quotas keeps changing');
