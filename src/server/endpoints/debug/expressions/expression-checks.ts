import { DEBUG_API_VERSION } from '../../../../api/debug/access-explanation.ts';
import type {
  CheckedExpression,
  ExpressionCheck,
  ExpressionCheckSpec,
  ExpressionCheckStatus,
  ExpressionProblem,
} from '../../../../api/debug/expression-check.ts';
import { isEqualJson } from '../../../../api/memory/equal-json.ts';
import type { ApiResponse } from '../../../../api/messages/api-messages.ts';
import { type ApiObject, apiVersionOf, isRecord, parseApiVersion } from '../../../../api/object.ts';
import { badRequest } from '../../../../api/status.ts';
import { expressionErrors } from '../../../../cel/compile-expression.ts';
import { completionsAt, describeAt } from '../../../../cel/help/expression-help.ts';
import type { SourceError } from '../../../../cel/syntax/source-errors.ts';
import { DecodeError, decodeValue } from '../../../../schema/decoding/go-decoder.ts';
import type { Call } from '../../../context/call.ts';
import { representDocument } from '../../../http/representation.ts';
import type { DebugResource } from '../debug-resource.ts';
import { readJsonBody } from '../read-json-body.ts';
import { expressionsOf, type PlacedExpression } from './expressions-of.ts';

/** Returns the errors of the expressions in an object, and what can be written at a place of one. */
export const expressionChecks: DebugResource = {
  name: 'expressionchecks',
  singularName: 'expressioncheck',
  kind: 'ExpressionCheck',
  verbs: { create: checkExpressions },
};

async function checkExpressions(call: Call): Promise<ApiResponse> {
  const spec = specOf(await readJsonBody(call));
  const answer: ExpressionCheck = {
    apiVersion: DEBUG_API_VERSION,
    kind: 'ExpressionCheck',
    metadata: {},
    spec,
    status: statusOf(spec, call),
  };
  return representDocument(call, answer, 201);
}

/** @throws StatusError 400 */
function specOf({ spec }: Readonly<Record<string, unknown>>): ExpressionCheckSpec {
  if (!isRecord(spec) || !isRecord(spec.object)) throw badRequest('an ExpressionCheck needs spec.object');
  const { cursor } = spec;
  const isCursor = isRecord(cursor) && Array.isArray(cursor.path) && Number.isInteger(cursor.offset);
  if (cursor !== undefined && !isCursor) throw badRequest('spec.cursor needs a path, a list, and an integer offset');
  return spec as unknown as ExpressionCheckSpec;
}

function statusOf({ object, cursor }: ExpressionCheckSpec, { server }: Call): ExpressionCheckStatus {
  const kind = { ...parseApiVersion(String(object.apiVersion)), kind: String(object.kind) };
  const served = server.resources.findKind(kind);
  if (!served) return { expressions: [], error: `no kind "${kind.kind}" is served in ${object.apiVersion}` };
  try {
    const expressions = expressionsOf(decodeValue(object, served.schema).value as ApiObject, server);
    return { expressions: expressions.map(checked), ...helpAt(cursor, expressions) };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return { expressions: [], error: error.message };
  }
}

function checked({ path, text, environment, results, typed }: PlacedExpression): CheckedExpression {
  const errors = text.trim() === '' ? [] : expressionErrors(text, environment, results);
  const ofKinds = errors.length > 0 || text.trim() === '' ? [] : typed;
  const warnings = ofKinds.flatMap(({ kind, environment: of }) =>
    expressionErrors(text, of, results).map(({ at, message }) =>
      problem({ at, message: `${apiVersionOf(kind.group, kind.version)} ${kind.kind}: ${message}` }),
    ),
  );
  return { path, errors: errors.map(problem), warnings };
}

const problem = ({ at, message }: SourceError): ExpressionProblem => (at < 0 ? { message } : { offset: at, message });

function helpAt(
  cursor: ExpressionCheckSpec['cursor'],
  expressions: readonly PlacedExpression[],
): Pick<ExpressionCheckStatus, 'completions' | 'description'> {
  const expression = cursor && expressions.find(({ path }) => isEqualJson(path, cursor.path));
  if (!expression) return {};
  const { text, typed, environment } = expression;
  const environments = typed.length > 0 ? typed.map((one) => one.environment) : [environment];
  // Kinds have fields in common. The first kind decides their type.
  const completions = new Map(
    environments
      .flatMap((of) => completionsAt(text, cursor.offset, of))
      .toReversed()
      .map((one) => [`${one.kind} ${one.label}`, one]),
  );
  const [description] = environments.flatMap((of) => describeAt(text, cursor.offset, of) ?? []);
  return { completions: [...completions.values()].toReversed(), ...(description ? { description } : {}) };
}
