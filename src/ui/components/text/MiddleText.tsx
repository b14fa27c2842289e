/** Characters at the end of a name that stay visible: the random part of the names of pods. */
const TAIL = 6;
/** Length up to which a name is seldom cut. */
const SHORT = 18;

/** A name that is cut in the middle when it lacks room, because generated names differ at their ends. */
export const MiddleText = ({ children: text }: { readonly children: string }) =>
  text.length <= SHORT ? (
    text
  ) : (
    <span className="tp-middle">
      <span>{text.slice(0, -TAIL)}</span>
      <span>{text.slice(-TAIL)}</span>
    </span>
  );
