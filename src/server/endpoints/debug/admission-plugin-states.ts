import type { AdmissionPlugin } from '../../../admission/admission-plugin.ts';
import { DEBUG_API_VERSION } from '../../../api/debug/access-explanation.ts';
import type { AdmissionPluginState } from '../../../api/debug/admission-plugin-state.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import type { Call } from '../../context/call.ts';
import { jsonResponse } from '../../http/responses.ts';
import type { DebugResource } from './debug-resource.ts';

/** The admission plugins that the flags enable, in the order in which they run. */
export const admissionPluginStates: DebugResource = {
  name: 'admissionpluginstates',
  singularName: 'admissionpluginstate',
  kind: 'AdmissionPluginState',
  verbs: { list },
};

async function list({ server }: Call): Promise<ApiResponse> {
  const items = server.admission.plugins.map(stateOf);
  return jsonResponse(200, { kind: 'AdmissionPluginStateList', apiVersion: DEBUG_API_VERSION, metadata: {}, items });
}

const stateOf = ({ name, handles, resources, mutate, validate }: AdmissionPlugin): AdmissionPluginState => ({
  apiVersion: DEBUG_API_VERSION,
  kind: 'AdmissionPluginState',
  metadata: { name },
  status: {
    phases: [...(mutate ? ['mutate' as const] : []), ...(validate ? ['validate' as const] : [])],
    operations: [...handles],
    ...(resources ? { resources: [...resources] } : {}),
  },
});
