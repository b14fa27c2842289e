import { appendFileSync, openSync } from 'node:fs';
import type { AuditSink } from '../../server/observe/audit/audit-event.ts';

/** Writes audit events as lines of JSON to the end of a file, `-` for standard output. @throws Error when the file cannot be opened */
export function auditLogFile(path: string): AuditSink {
  const target = path === '-' ? process.stdout.fd : openSync(path, 'a', 0o600);
  // At once: what was told is kept even when the process ends badly.
  return (event) => appendFileSync(target, `${JSON.stringify(event)}\n`);
}
