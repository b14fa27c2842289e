import { appendFileSync, openSync } from 'node:fs';
import { goJson } from '../../api/encoding/go-json.ts';
import type { AuditSink } from '../../server/observe/audit/audit-event.ts';

/**
 * Returns a sink that appends audit events to a file as lines of JSON; `-` is the standard output.
 * @throws Error when the file cannot be opened
 */
export function auditLogFile(path: string): AuditSink {
  const target = path === '-' ? process.stdout.fd : openSync(path, 'a', 0o600);
  // Synchronous, so that events survive a crash of the process.
  return (event) => appendFileSync(target, `${goJson(event)}\n`);
}
