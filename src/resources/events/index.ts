import type { ResourceBehavior } from '../resource-definition.ts';
import { events } from './events.ts';

export const eventsResources: readonly ResourceBehavior[] = [events];
