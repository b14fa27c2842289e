import { fromJSON, type MessageTypeDefinition, type ServiceDefinition } from '@grpc/proto-loader';

/**
 * The part of etcd's API that a storage needs. Keys and values are declared as texts, which have the same encoding as
 * the bytes that etcd declares. Revisions are numbers: etcd would need centuries to reach one that a double cannot
 * represent.
 */

export interface Header {
  /** Rounded, and therefore suitable only for comparisons. */
  readonly cluster_id: number;
  readonly revision: number;
}

export interface KeyValue {
  readonly key: string;
  readonly create_revision: number;
  readonly mod_revision: number;
  readonly value: string;
}

export interface RangeRequest {
  readonly key: string;
  readonly range_end?: string;
  readonly limit?: number;
  readonly revision?: number;
  readonly keys_only?: boolean;
}

export interface RangeResponse {
  readonly header: Header;
  readonly kvs: readonly KeyValue[];
  readonly more: boolean;
}

/** Expects a revision of a key; zero requires that the key does not exist. */
export interface Compare {
  readonly target: 'MOD';
  readonly key: string;
  readonly mod_revision: number;
}

export interface RequestOp {
  readonly request_range?: RangeRequest;
  readonly request_put?: { readonly key: string; readonly value: string };
  readonly request_delete_range?: { readonly key: string };
}

export interface TxnRequest {
  readonly compare: readonly Compare[];
  readonly success: readonly RequestOp[];
  readonly failure: readonly RequestOp[];
}

export interface TxnResponse {
  readonly header: Header;
  readonly succeeded: boolean;
  readonly responses: readonly { readonly response_range?: RangeResponse | null }[];
}

export interface WatchRequest {
  readonly create_request?: {
    readonly key: string;
    readonly range_end: string;
    readonly start_revision: number;
    readonly progress_notify: boolean;
  };
}

export interface WatchEvent {
  readonly type: 'PUT' | 'DELETE';
  readonly kv: KeyValue;
}

export interface WatchResponse {
  readonly header: Header;
  /** Negative for the response to a progress request. */
  readonly watch_id: number;
  readonly created: boolean;
  readonly canceled: boolean;
  readonly compact_revision: number;
  readonly cancel_reason: string;
  readonly events: readonly WatchEvent[];
}

/** The requests and responses of unary calls, by name. */
export interface Calls {
  readonly Range: { readonly request: RangeRequest; readonly response: RangeResponse };
  readonly Txn: { readonly request: TxnRequest; readonly response: TxnResponse };
  readonly Compact: { readonly request: { readonly revision: number }; readonly response: { readonly header: Header } };
}

type Field = readonly [number: number, type: string, rule?: 'repeated'];

const message = (fields: Readonly<Record<string, Field>>, oneof: readonly string[] = []) => ({
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, [id, type, rule]]) => [name, { id, type, ...(rule && { rule }) }]),
  ),
  ...(oneof.length > 0 && { oneofs: { one: { oneof: [...oneof] } } }),
});

const MESSAGES = {
  ResponseHeader: message({ cluster_id: [1, 'uint64'], revision: [3, 'int64'] }),
  KeyValue: message({
    key: [1, 'string'],
    create_revision: [2, 'int64'],
    mod_revision: [3, 'int64'],
    value: [5, 'string'],
  }),
  RangeRequest: message({
    key: [1, 'string'],
    range_end: [2, 'string'],
    limit: [3, 'int64'],
    revision: [4, 'int64'],
    keys_only: [8, 'bool'],
  }),
  RangeResponse: message({ header: [1, 'ResponseHeader'], kvs: [2, 'KeyValue', 'repeated'], more: [3, 'bool'] }),
  PutRequest: message({ key: [1, 'string'], value: [2, 'string'] }),
  DeleteRangeRequest: message({ key: [1, 'string'] }),
  CompareTarget: { values: { VERSION: 0, CREATE: 1, MOD: 2, VALUE: 3 } },
  Compare: message({ target: [2, 'CompareTarget'], key: [3, 'string'], mod_revision: [6, 'int64'] }),
  RequestOp: message(
    {
      request_range: [1, 'RangeRequest'],
      request_put: [2, 'PutRequest'],
      request_delete_range: [3, 'DeleteRangeRequest'],
    },
    ['request_range', 'request_put', 'request_delete_range'],
  ),
  ResponseOp: message({ response_range: [1, 'RangeResponse'] }),
  TxnRequest: message({
    compare: [1, 'Compare', 'repeated'],
    success: [2, 'RequestOp', 'repeated'],
    failure: [3, 'RequestOp', 'repeated'],
  }),
  TxnResponse: message({
    header: [1, 'ResponseHeader'],
    succeeded: [2, 'bool'],
    responses: [3, 'ResponseOp', 'repeated'],
  }),
  CompactionRequest: message({ revision: [1, 'int64'] }),
  CompactionResponse: message({ header: [1, 'ResponseHeader'] }),
  WatchCreateRequest: message({
    key: [1, 'string'],
    range_end: [2, 'string'],
    start_revision: [3, 'int64'],
    progress_notify: [4, 'bool'],
  }),
  WatchRequest: message({ create_request: [1, 'WatchCreateRequest'] }),
  EventType: { values: { PUT: 0, DELETE: 1 } },
  Event: message({ type: [1, 'EventType'], kv: [2, 'KeyValue'] }),
  WatchResponse: message({
    header: [1, 'ResponseHeader'],
    watch_id: [2, 'int64'],
    created: [3, 'bool'],
    canceled: [4, 'bool'],
    compact_revision: [5, 'int64'],
    cancel_reason: [6, 'string'],
    events: [11, 'Event', 'repeated'],
  }),
};

const PACKAGE = fromJSON(
  {
    nested: {
      etcdserverpb: {
        nested: {
          ...MESSAGES,
          KV: {
            methods: {
              Range: { requestType: 'RangeRequest', responseType: 'RangeResponse', comment: '' },
              Txn: { requestType: 'TxnRequest', responseType: 'TxnResponse', comment: '' },
              Compact: { requestType: 'CompactionRequest', responseType: 'CompactionResponse', comment: '' },
            },
          },
          Watch: {
            methods: {
              Watch: {
                requestType: 'WatchRequest',
                requestStream: true,
                responseType: 'WatchResponse',
                responseStream: true,
                comment: '',
              },
            },
          },
        },
      },
    },
  },
  { keepCase: true, longs: Number, enums: String, defaults: true, arrays: true },
);

const isService = (definition: ServiceDefinition | MessageTypeDefinition<object, object> | object | undefined) =>
  definition !== undefined && !('format' in definition);

/** Returns the path of a call and the encoding of its messages. */
export function methodOf(service: 'KV' | 'Watch', name: string) {
  const definition = PACKAGE[`etcdserverpb.${service}`];
  const method = isService(definition) ? (definition as ServiceDefinition)[name] : undefined;
  if (!method) throw new Error(`etcd's ${service} has no method ${name}`);
  return method;
}
