import type { LimitRangeItem } from '../../../api/kinds/core-v1.generated.ts';
import { type Amounts, amountsOf } from '../../../api/quota/quota-amounts.ts';
import { compareQuantities, type Quantity, quantityText, thousandths } from '../../../api/values/quantity.ts';

/**
 * Returns violations of one item of a limit range, by resource name: minimums, maximums and ratios.
 * @param limits undefined for objects that have only requests, whose maximum then applies to the request
 */
export function limitProblems(item: LimitRangeItem, requests: Amounts, limits: Amounts | undefined): string[] {
  const check = (
    bounds: Readonly<Record<string, unknown>> | undefined,
    problemOf: (name: string, bound: Quantity) => string | undefined,
  ): string[] =>
    [...amountsOf(bounds)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, bound]) => problemOf(name, bound) ?? []);
  const { type } = item;
  return [
    ...check(item.min, (name, bound) => minimumProblem(name, type, bound, requests.get(name), limits?.get(name))),
    ...check(item.max, (name, bound) =>
      limits
        ? maximumProblem(name, type, bound, requests.get(name), limits.get(name))
        : maximumRequestProblem(name, type, bound, requests.get(name)),
    ),
    ...check(item.maxLimitRequestRatio, (name, bound) =>
      ratioProblem(name, type, bound, requests.get(name), limits?.get(name)),
    ),
  ];
}

function minimumProblem(name: string, type: string, bound: Quantity, request?: Quantity, limit?: Quantity) {
  const head = `minimum ${name} usage per ${type} is ${quantityText(bound)}`;
  if (!request) return `${head}.  No request is specified`;
  if (compareQuantities(request, bound) < 0) return `${head}, but request is ${quantityText(request)}`;
  if (limit && compareQuantities(limit, bound) < 0) return `${head}, but limit is ${quantityText(limit)}`;
  return undefined;
}

function maximumProblem(name: string, type: string, bound: Quantity, request?: Quantity, limit?: Quantity) {
  const head = `maximum ${name} usage per ${type} is ${quantityText(bound)}`;
  if (!limit) return `${head}.  No limit is specified`;
  if (compareQuantities(limit, bound) > 0) return `${head}, but limit is ${quantityText(limit)}`;
  if (request && compareQuantities(request, bound) > 0) return `${head}, but request is ${quantityText(request)}`;
  return undefined;
}

function maximumRequestProblem(name: string, type: string, bound: Quantity, request?: Quantity) {
  const head = `maximum ${name} usage per ${type} is ${quantityText(bound)}`;
  if (!request) return `${head}.  No request is specified`;
  return compareQuantities(request, bound) > 0 ? `${head}, but request is ${quantityText(request)}` : undefined;
}

function ratioProblem(name: string, type: string, bound: Quantity, request?: Quantity, limit?: Quantity) {
  const head = `${name} max limit to request ratio per ${type} is ${quantityText(bound)}`;
  const [requested, limited] = [request ? thousandths(request) : 0, limit ? thousandths(limit) : 0];
  if (requested === 0) return `${head}, but no request is specified or request is 0`;
  if (limited === 0) return `${head}, but no limit is specified or limit is 0`;
  const ratio = limited / requested;
  return ratio * 1000 > thousandths(bound) ? `${head}, but provided ratio is ${ratio.toFixed(6)}` : undefined;
}
