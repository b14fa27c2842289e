import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditLogFile } from '../../../src/hosts/node/audit-log-file.ts';
import type { AuditEvent } from '../../../src/server/observe/audit/audit-event.ts';

test('events are appended as lines of JSON, as Go writes it, to a file that only its owner can read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-audit-'));
  try {
    const path = join(folder, 'audit.log');
    const event = { kind: 'Event', stage: 'ResponseComplete', requestURI: '/api?a=1&b=2' } as AuditEvent;
    auditLogFile(path)(event);
    auditLogFile(path)(event);
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(event).replace('&', '\\u0026')}\n`.repeat(2));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
