/** A core that decides without a database, the tests that hold it, and the mutants that change nothing anybody could see. */
export interface PureCore {
  readonly file: string
  readonly tests: readonly string[]
  /** «was → is» and why no test can tell them apart. */
  readonly equal?: Readonly<Record<string, string>>
}

const at = (room: string, name: string, ...others: string[]): PureCore => ({
  file: `${room}/${name}.ts`,
  tests: [`${room}/${name}.test.ts`, ...others],
})

/** Money and weight are decided here. */
export const pureCores: readonly PureCore[] = [
  {
    ...at(
      'src/server/features/payment/send/worker',
      'decide',
      'src/server/features/payment/send/worker/decide-rest.test.ts',
      'src/server/features/payment/send/ends/every-history.test.ts',
    ),
    equal: {
      'calmSeconds !== null && calmSeconds >= RESTORED_SECONDS → (calmSeconds >= RESTORED_SECONDS)':
        'null is less than any bound',
    },
  },
  {
    file: 'src/server/features/payment/send/ends/told-ends.ts',
    tests: [
      'src/server/features/payment/send/ends/told-words.test.ts',
      'src/server/features/payment/send/worker/decide.test.ts',
    ],
  },
  {
    ...at('src/server/features/payment/reconcile/statement', 'classify-line'),
    equal: {
      '86_400_000 → 86400001': 'days are whole: a bound 5 ms further takes in no other one',
    },
  },
  {
    ...at('src/server/arithmetic', 'amounts'),
    equal: {
      'share <= 0n → share < 0n': 'a share of nothing is nothing either way',
      'price > 0n → price >= 0n': 'nothing rounds to nothing',
      'a > b → a >= b': 'equal ones are no distance apart either way',
    },
  },
  at('src/server/arithmetic', 'rounding'),
  {
    ...at('src/server/features/price', 'steps-over'),
    equal: {
      'at_us !== undefined && plannedBy(known, key, at_us - 1) → (plannedBy(known, key, at_us - 1))':
        'no plan is before a moment that there is not',
      'row.at_us > at_us → row.at_us >= at_us':
        'the plan of that very moment is the first price already',
      '1 → 0': 'a price from nothing is further than any other, whatever its size',
      'distance(kop) * size(than_kop) > distance(than_kop) * size(kop) → distance(kop) * size(than_kop) >= distance(than_kop) * size(kop)':
        'equal ones are no distance apart either way',
    },
  },
  {
    file: 'src/server/features/company/prices/price-share.ts',
    tests: ['src/server/features/price/steps-over.test.ts'],
  },
  {
    ...at('src/server/arithmetic', 'weights'),
    equal: { 'rounded < base → rounded <= base': 'the lesser of two equal ones is either' },
  },
  at('src/agent/scales/settling', 'stability', 'test/devices/scale-settling.test.ts'),
  at('src/agent/plates/vote', 'vote-plate'),
]
