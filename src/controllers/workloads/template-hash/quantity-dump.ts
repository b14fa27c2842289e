import { parseQuantity, type Quantity } from '../../../api/values/quantity.ts';

const NO_TEXT =
  '{i:(resource.int64Amount){value:(int64)0 scale:(resource.Scale)0} d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string) Format:(resource.Format)}';

/** Returns the fields of a quantity as spew prints them. */
export function quantityDump(value: unknown): string {
  if (value === undefined || value === null) return NO_TEXT;
  const text = String(value);
  // Go stores no format for this text.
  if (text === '0') return NO_TEXT.replace('s:(string)', 's:(string)0');
  const quantity = parseQuantity(text);
  const [integer, decimal] = isSmall(text, quantity)
    ? [`{value:(int64)${quantity.unscaled} scale:(resource.Scale)${quantity.scale}}`, '<nil>']
    : ['{value:(int64)0 scale:(resource.Scale)0}', decimalDump(quantity)];
  return `{i:(resource.int64Amount)${integer} d:(resource.infDecAmount){Dec:(*inf.Dec)${decimal}} s:(string)${quantity.text} Format:(resource.Format)${quantity.format}}`;
}

/** Reports whether Go stores the amount in an int64. Go estimates its digits from those of the text and its suffix. */
function isSmall(text: string, { format }: Quantity): boolean {
  const [, digits = '', fraction = '', suffix = ''] = /^[+-]?0*([0-9]*)(?:\.([0-9]*))?(.*)$/.exec(text) ?? [];
  if (format !== 'BinarySI') return digits.length + fraction.length <= 18;
  const exponent = (' KMGTPE'.indexOf(suffix.charAt(0) || ' ') * 10 * 3) / 10;
  return fraction === '' && 15 - digits.length - Math.trunc(exponent) - 1 >= 0;
}

const WORD = 2n ** 64n;

function decimalDump({ unscaled, scale }: Quantity): string {
  const words: bigint[] = [];
  for (let rest = unscaled < 0n ? -unscaled : unscaled; rest > 0n; rest /= WORD) words.push(rest % WORD);
  return `{unscaled:(big.Int){neg:(bool)${unscaled < 0n} abs:(big.nat)[${words.join(' ')}]} scale:(inf.Scale)${scale === 0 ? 0 : -scale}}`;
}
