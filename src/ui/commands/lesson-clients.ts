import type { ClientAs } from '../../lessons/send-call.ts';
import type { Application } from '../application.ts';

/** Returns the clients with which solutions of lessons are sent: the administrator's, or that of a user. */
export const lessonClients =
  ({ clientAs }: Pick<Application, 'clientAs'>): ClientAs =>
  (name) =>
    clientAs(name === undefined ? { type: 'administrator' } : { type: 'user', name, groups: [] });
