import type { Dialect } from '../../api/dialect.ts';
import type { ApiObject } from '../../api/object.ts';
import { type KindKey, kindKeyOf } from '../objects/kind-key.ts';
import type { Overview } from './card.ts';
import { podOverview } from './pod.ts';

/** The overviews that are made for a kind. */
const OVERVIEWS: Readonly<Record<KindKey, Overview>> = {
  'core/Pod': podOverview,
};

/** Returns the overview that is made for the kind of an object; undefined when there is none. */
export const overviewOf = (object: ApiObject, dialect: Dialect): Overview | undefined =>
  OVERVIEWS[kindKeyOf(object, dialect)];
