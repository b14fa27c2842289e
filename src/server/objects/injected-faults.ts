import type { FaultSetting, WebhookFault } from '../../api/debug/fault-state.ts';
import type { Random } from '../../api/environment.ts';
import type { Storage } from '../../storage/storage.ts';
import { readSetting, writeSetting } from './cluster-settings.ts';

const NAME = 'faults';
const NONE: FaultSetting = { apiErrorShare: 0, webhooks: {} };

/** The faults that a user gives the API and webhooks, which outlive the process. */
export class InjectedFaults {
  readonly #storage: Storage;
  readonly #random: Random;
  #setting: FaultSetting;

  private constructor(storage: Storage, random: Random, setting: FaultSetting) {
    this.#storage = storage;
    this.#random = random;
    this.#setting = setting;
  }

  /** Returns the absence of faults. */
  static none(storage: Storage, random: Random): InjectedFaults {
    return new InjectedFaults(storage, random, NONE);
  }

  static async open(storage: Storage, random: Random): Promise<InjectedFaults> {
    return new InjectedFaults(storage, random, (await readSetting<FaultSetting>(storage, NAME)) ?? NONE);
  }

  get setting(): FaultSetting {
    return this.#setting;
  }

  async set(setting: FaultSetting): Promise<void> {
    this.#setting = setting;
    await writeSetting(this.#storage, NAME, setting);
  }

  /** Ends the faults of webhooks. */
  async endWebhooks(names: ReadonlySet<string>): Promise<void> {
    const kept = Object.entries(this.#setting.webhooks).filter(([name]) => !names.has(name));
    if (kept.length < Object.keys(this.#setting.webhooks).length)
      await this.set({ ...this.#setting, webhooks: Object.fromEntries(kept) });
  }

  /** Decides whether a request fails. */
  failsRequest(): boolean {
    const { apiErrorShare } = this.#setting;
    if (apiErrorShare === 0) return false;
    const bytes = this.#random.bytes(4);
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32 < apiErrorShare;
  }

  /** Returns the fault of a webhook; undefined when its calls are sent. */
  ofWebhook(name: string): WebhookFault | undefined {
    return this.#setting.webhooks[name];
  }
}
