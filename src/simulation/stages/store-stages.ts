import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import type { ApiObject } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import { FIELD_MANAGER, SIMULATION_GROUP, SIMULATION_VERSION } from '../names.ts';
import type { SimulationContext } from '../simulation-context.ts';
import { DEFAULT_STAGES } from './default-stages.ts';
import { fieldAt } from './field-path.ts';
import type { Stage } from './stage.ts';
import { STAGE_DEFINITION } from './stage-definition.ts';

const API_EXTENSIONS_GROUP = kubernetesName('apiextensions.k8s.io');
export const STAGES = { group: SIMULATION_GROUP, version: SIMULATION_VERSION, resource: 'stages' };

/** On the definition: names of the default stages to be created. Other missing stages were deleted by users. */
const PENDING = `${SIMULATION_GROUP}/stages-to-create`;
const ACTIONS = '.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.next.properties.action.enum';

type StageStoreContext = Pick<SimulationContext, 'client' | 'dialect' | 'clock' | 'signal'>;

/**
 * Creates the definition of stages and the default stages. Updates those from an earlier version that no user has
 * edited or deleted. Returns whether the definition is new.
 */
export async function storeStages(context: StageStoreContext): Promise<boolean> {
  const { client, dialect, clock, signal } = context;
  const isNew = await createDefinition(client, dialect);
  const address = { ...definitions(dialect), name: STAGE_DEFINITION.metadata.name };
  const definition = await client.get<ApiObject>(address);
  const names = definition.metadata.annotations?.[PENDING]?.split(',') ?? newStages(definition);
  if (!isNew) await updateStored(context, definition, names);
  for (const stage of DEFAULT_STAGES.filter(({ metadata: { name = '' } }) => names.includes(name))) {
    // Retries until the new resource is served.
    while (!(await hasCreated(client, stage)) && !signal.aborted)
      await new Promise<void>((resolve) => void clock.after(50, resolve));
  }
  if (names.length > 0 && !signal.aborted)
    await client.patch(address, 'merge', { metadata: { annotations: { [PENDING]: null } } });
  return isNew;
}

const definitions = (dialect: Dialect) => ({
  group: dialect.rename(API_EXTENSIONS_GROUP),
  version: 'v1',
  resource: 'customresourcedefinitions',
});

async function createDefinition(client: ApiClient, dialect: Dialect): Promise<boolean> {
  const annotations = { [PENDING]: DEFAULT_STAGES.map(({ metadata }) => metadata.name).join(',') };
  const definition = { ...STAGE_DEFINITION, metadata: { ...STAGE_DEFINITION.metadata, annotations } };
  try {
    await client.create(definitions(dialect), dialect.renameAll(definition));
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'AlreadyExists') return false;
    throw error;
  }
}

/** Returns the names of the default stages whose actions a stored definition does not support. */
function newStages(definition: ApiObject): string[] {
  const known = fieldAt(definition, ACTIONS);
  const isKnown = (action: string | undefined): boolean =>
    action === undefined || (Array.isArray(known) && known.includes(action));
  return DEFAULT_STAGES.filter(({ spec }) => !isKnown(spec.next.action)).map(({ metadata: { name = '' } }) => name);
}

/** Updates the definition and the stages that users have not edited. */
async function updateStored(
  { client, dialect }: StageStoreContext,
  definition: ApiObject,
  names: readonly string[],
): Promise<void> {
  if (isUnedited(definition)) {
    const annotations = names.length > 0 ? { [PENDING]: names.join(',') } : {};
    const { versions } = dialect.renameAll(STAGE_DEFINITION).spec;
    const address = { ...definitions(dialect), name: STAGE_DEFINITION.metadata.name };
    await client.patch(address, 'merge', { metadata: { annotations }, spec: { versions } });
  }
  const { items } = await client.list<Stage>(STAGES);
  for (const { metadata, spec } of DEFAULT_STAGES) {
    const stored = items.find((item) => item.metadata.name === metadata.name);
    if (stored && isUnedited(stored)) await replace(client, { ...stored, spec });
  }
}

/** Reports whether only the simulation has written an object, apart from its status. */
const isUnedited = ({ metadata }: ApiObject): boolean =>
  (metadata.managedFields ?? []).every(({ manager, subresource }) => manager === FIELD_MANAGER || subresource);

async function replace(client: ApiClient, stage: Stage): Promise<void> {
  try {
    await client.update({ ...STAGES, name: stage.metadata.name ?? '' }, stage);
  } catch (error) {
    // A user has edited or deleted it since it was listed, or edited the definition.
    if (!(error instanceof ApiError && (error.isNotFound || ['Conflict', 'Invalid'].includes(error.reason))))
      throw error;
  }
}

/** Reports whether a stage exists, or never will because a user has edited the definition. */
async function hasCreated(client: ApiClient, stage: Stage): Promise<boolean> {
  try {
    await client.create(STAGES, stage);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.reason === 'AlreadyExists' || error.reason === 'Invalid';
  }
}
