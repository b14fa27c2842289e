import { base64Text } from '../../api/encoding/base64.ts';
import { writeJson } from '../../api/encoding/exact-json.ts';
import { isEqualJson } from '../../api/memory/equal-json.ts';
import { type ApiObject, isRecord } from '../../api/object.ts';
import { internalError, StatusError } from '../../api/status.ts';
import { applyJsonPatch, JsonPatchError } from '../../patch/json-patch.ts';
import { DecodeError } from '../../schema/decoding/go-decoder.ts';
import { jsonSyntaxError, jsonTypeName } from '../../schema/json/json-syntax.ts';
import type { AdmissionAttributes, AdmissionKinds } from '../admission-plugin.ts';
import type { MatchedResource } from '../matching/matched-resource.ts';
import type { ReviewResponse } from './review-response.ts';
import type { Webhook } from './webhook.ts';
import { WebhookCallError } from './webhook-error.ts';

/** The result of a patch. */
export interface PatchOutcome {
  /** JSON text. */
  readonly operations: string;
  readonly isChanged: boolean;
}

/**
 * Applies a webhook's patch to the object. Returns undefined when there is none.
 * @throws WebhookCallError for another patch type, StatusError 500 when the patch does not apply
 */
export async function applyWebhookPatch(
  webhook: Webhook,
  { patch = '', patchType }: ReviewResponse,
  { kind }: MatchedResource,
  attributes: AdmissionAttributes,
  kinds: AdmissionKinds,
): Promise<PatchOutcome | undefined> {
  const operations = patch === '' ? undefined : decodePatch(patch);
  if (operations === undefined) return undefined;
  const { object } = attributes;
  if (!object) {
    const named = JSON.stringify(webhook.name);
    throw internalError(
      `admission webhook ${named} attempted to modify the object, which is not supported for this operation`,
    );
  }
  if (patchType !== 'JSONPatch')
    throw new WebhookCallError(webhook.name, `unsupported patch type ${JSON.stringify(patchType)}`);
  const before = await kinds.convert(object, kind);
  const patched = internally(() => kinds.decode(applyJsonPatch(writeJson(before), operations), kind));
  // Removing a member that is then defaulted again also counts as a change.
  const isChanged = !isEqualJson(patched, kinds.canonical(before, kind));
  kinds.setDefaults(patched, kind);
  attributes.object = await kinds.convert(patched, kindOf(object, attributes));
  return { operations, isChanged };
}

/** Returns the operations as JSON text; undefined when there are none. */
function decodePatch(patch: string): string | undefined {
  const text = base64Text(patch.replace(/[\r\n]/g, ''));
  const syntaxError = jsonSyntaxError(text);
  if (syntaxError) throw internalError(syntaxError);
  const mismatch = (type: string, into: string) =>
    internalError(`json: cannot unmarshal ${type} into Go value of type jsonpatch.${into}`);
  const operations: unknown = JSON.parse(text);
  if (operations === null) return undefined;
  if (!Array.isArray(operations)) throw mismatch(jsonTypeName(text), 'Patch');
  const odd: unknown = operations.find((operation) => !isRecord(operation) && operation !== null);
  if (odd !== undefined) throw mismatch(jsonTypeName(JSON.stringify(odd)), 'Operation');
  return operations.length > 0 ? text : undefined;
}

function internally(act: () => ApiObject): ApiObject {
  try {
    return act();
  } catch (error) {
    if (error instanceof JsonPatchError || error instanceof DecodeError) throw internalError(error.message);
    if (error instanceof StatusError) throw internalError(error.message);
    throw error;
  }
}

/** The kind of the request, to which a patched object of another version is converted back. */
const kindOf = ({ apiVersion, kind }: ApiObject, attributes: AdmissionAttributes) => {
  const slash = apiVersion.indexOf('/');
  if (kind === attributes.kind.kind) return attributes.kind;
  return { group: apiVersion.slice(0, Math.max(slash, 0)), version: apiVersion.slice(slash + 1), kind };
};
