import type { Discovery } from '../../client/discovery.ts';
import type { Application } from '../application.ts';

/** The parts of the application that write objects. */
export type WriteContext = Pick<Application, 'client' | 'discovery' | 'platform'>;

/** Returns what the server serves; nothing before the first discovery. */
export const discoveryOf = ({ discovery }: Pick<Application, 'discovery'>): Discovery =>
  discovery.getState().discovery ?? { resources: [], failed: [] };
