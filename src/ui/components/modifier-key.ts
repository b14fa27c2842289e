/** Whether shortcuts use Command instead of Control. */
export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Formats a shortcut for the platform: `Ctrl+K`, `⌘K`. */
export const shortcutText = (key: string): string => (IS_MAC ? `⌘${key}` : `Ctrl+${key}`);
