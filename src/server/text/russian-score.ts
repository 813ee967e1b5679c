// Letters of Russian texts from the commonest to the rarest.
const COMMONEST_FIRST = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёъ'
const FIRST_WEIGHT = -2.2
const STEP = 0.12
// Ukrainian, Belarusian and Kazakh letters of these tables, and signs of print: seldom, but no surprise.
const SELDOM = new Set('іїєґў«»№—–…“”„’‘•°§·\u00a0')
const SELDOM_WEIGHT = -5
const STRANGE_WEIGHT = -10
// «иВАНОВ»: what a wrong table makes of names.
const CAPITAL_INSIDE = -6

const WEIGHTS = new Map(
  [...COMMONEST_FIRST].map((letter, rank) => [letter, FIRST_WEIGHT - STEP * rank]),
)

/** How Russian a text is: the mean logarithm of the likelihood of what is beyond ASCII in it; 0 when nothing is. */
export function scoreRussian(text: string): number {
  let sum = 0
  let count = 0
  let afterSmall = false
  for (const sign of text) {
    if (sign <= '\u007f') {
      afterSmall = false
      continue
    }
    const small = sign.toLowerCase()
    const weight = WEIGHTS.get(small)
    sum += weight ?? (SELDOM.has(small) ? SELDOM_WEIGHT : STRANGE_WEIGHT)
    if (afterSmall && weight !== undefined && small !== sign) sum += CAPITAL_INSIDE
    afterSmall = weight !== undefined && small === sign
    count++
  }
  return count === 0 ? 0 : sum / count
}
