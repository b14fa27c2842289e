import { DEBUG_GROUP, DEBUG_VERSION } from '../../api/debug/access-explanation.ts';
import type { ExpressionCheck, ExpressionCheckSpec, ExpressionCheckStatus } from '../../api/debug/expression-check.ts';
import { apiVersionOf } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';

/**
 * Returns the errors of the expressions in an object, and what can be written at the cursor.
 * @throws ApiError 403 when the user may not ask, 404 when the server does not answer such questions
 */
export async function checkExpressions(
  client: ApiClient,
  spec: ExpressionCheckSpec,
  signal?: AbortSignal,
): Promise<ExpressionCheckStatus> {
  const address = { group: DEBUG_GROUP, version: DEBUG_VERSION, resource: 'expressionchecks' };
  const question: ExpressionCheck = {
    apiVersion: apiVersionOf(DEBUG_GROUP, DEBUG_VERSION),
    kind: 'ExpressionCheck',
    metadata: {},
    spec,
  };
  const options = signal ? { signal } : {};
  const { status } = await client.create<Pick<ExpressionCheck, 'spec' | 'status'>>(address, question, options);
  if (!status) throw new Error('The server returned no result.');
  return status;
}
