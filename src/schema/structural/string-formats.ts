const BYTE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const IPV6 = /^(?=.*:)[0-9a-fA-F:.]+$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const HOSTNAME = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*$/;

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text));

function isCidr(text: string): boolean {
  const [address = '', bits = ''] = text.split('/');
  const maximum = IPV4.test(address) ? 32 : IPV6.test(address) ? 128 : -1;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= maximum;
}

/** The string formats that the real server validates. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  byte: (text) => BYTE.test(text),
  cidr: isCidr,
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isTime(text),
  'date-time': (text) => DATE_TIME.test(text) && isTime(text),
  datetime: (text) => DATE_TIME.test(text) && isTime(text),
  duration: (text) => /^-?(?:\d+(?:\.\d*)?\s*[a-zµμ]+\s*)+$/i.test(text),
  email: (text) => /^[^@\s]+@[^@\s]+$/.test(text),
  hostname: (text) => text.length <= 255 && HOSTNAME.test(text),
  ipv4: (text) => IPV4.test(text),
  ipv6: (text) => IPV6.test(text),
  mac: (text) => /^(?:[0-9a-f]{2}[:-]){5}(?:[0-9a-f]{2})$/i.test(text),
  uri: (text) => /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(text),
  uuid: (text) => UUID.test(text),
  uuid3: (text) => UUID.test(text),
  uuid4: (text) => UUID.test(text),
  uuid5: (text) => UUID.test(text),
};

/** Reports whether a text has a format; unknown formats accept any text. */
export const isOfFormat = (text: string, format: string): boolean => FORMATS[format]?.(text) ?? true;
