import { createStore, type StoreApi } from 'zustand/vanilla';

interface Notification {
  readonly id: number;
  readonly variant: 'success' | 'info' | 'warning' | 'danger';
  readonly title: string;
  readonly detail?: string;
}
interface NotificationsState {
  readonly notifications: readonly Notification[];
  notify(variant: Notification['variant'], title: string, detail?: string): void;
  dismiss(id: number): void;
}
export type NotificationsStore = StoreApi<NotificationsState>;

const MOST_SHOWN = 5;

/** Creates the store of notifications. Identical ones are shown once. */
export function createNotificationsStore(): NotificationsStore {
  let last = 0;
  return createStore<NotificationsState>()((set) => ({
    notifications: [],
    notify: (variant, title, detail) =>
      set(({ notifications }) => {
        if (notifications.some((other) => other.title === title && other.detail === detail)) return {};
        last += 1;
        const added: Notification = { id: last, variant, title, ...(detail ? { detail } : {}) };
        return { notifications: [...notifications, added].slice(-MOST_SHOWN) };
      }),
    dismiss: (id) => set(({ notifications }) => ({ notifications: notifications.filter((other) => other.id !== id) })),
  }));
}
