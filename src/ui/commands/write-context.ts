import type { Application } from '../application.ts';

/** The parts of the application that write objects. */
export type WriteContext = Pick<Application, 'client' | 'discovery' | 'platform'>;
