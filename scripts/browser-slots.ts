/** Files whose journeys drive trucks over the site of their slot; in a calm slot they would wait four times as long. */
export const TRUCK_FILES: readonly string[] = [
  'device-check',
  'devices',
  'purchase',
  'purchase-keys',
  'station',
  'two-products-keys',
  'weight-act-keys',
  'yard-forms',
  'yard-ways',
]

/**
 * Seconds that the journeys of each file took beside the other slots: those that `npm test` walks, and all of them. They decide only
 * which slot takes the file.
 */
export const MEASURED_SECONDS: Readonly<Record<string, readonly [inTest: number, all: number]>> = {
  'accountant-day': [0, 75],
  'act-buttons': [0, 6],
  'act-lines': [9, 95],
  addresses: [44, 27],
  'ask-elsewhere': [0, 24],
  'bank-by-file': [0, 6],
  'bank-direct': [0, 8],
  banks: [27, 35],
  'bik-directory': [0, 31],
  'busy-server': [4, 514],
  'camera-scan': [0, 47],
  catalogue: [0, 30],
  'certain-hands': [6, 18],
  'check-pages': [0, 22],
  'company-settings': [0, 29],
  'cut-text': [0, 41],
  'dead-stream': [0, 60],
  'device-check': [11, 36],
  devices: [0, 44],
  direct: [0, 43],
  draft: [0, 19],
  'early-keys': [5, 51],
  exceptions: [0, 15],
  export: [7, 31],
  faults: [0, 51],
  'first-company': [0, 4],
  gallery: [0, 15],
  guide: [0, 24],
  heap: [0, 50],
  'image-page': [2, 19],
  'import-foreign': [0, 2],
  installed: [0, 6],
  keys: [3, 13],
  'layout-shift': [0, 8],
  list: [5, 22],
  'list-address': [0, 9],
  month: [0, 4],
  'no-server': [0, 27],
  offline: [32, 47],
  'old-base': [0, 6],
  'other-sheet': [0, 91],
  'own-companies': [0, 13],
  'own-job': [0, 20],
  'own-password': [1, 6],
  'owner-questions': [8, 30],
  'paper-width': [0, 5],
  passkeys: [0, 22],
  'pay-account': [0, 19],
  'pay-by-file': [0, 54],
  'pay-day': [17, 42],
  people: [16, 40],
  phone: [0, 24],
  'phone-day': [0, 8],
  pictures: [0, 29],
  price: [0, 28],
  'price-menu': [3, 10],
  purchase: [0, 1],
  'purchase-keys': [27, 69],
  'quick-hands': [10, 39],
  'reading-owner': [4, 11],
  'ready-catalogue': [0, 5],
  'record-fields': [0, 75],
  'registry-fill': [0, 11],
  'report-kinds': [0, 18],
  reports: [3, 27],
  rights: [4, 14],
  'same-supplier': [5, 22],
  scanner: [0, 28],
  'second-factor': [8, 18],
  'self-employed': [0, 24],
  'service-accounts': [0, 31],
  sessions: [6, 21],
  shell: [11, 43],
  'sign-in': [2, 8],
  'slow-answer': [0, 22],
  stale: [0, 16],
  'start-up': [19, 18],
  station: [19, 47],
  'still-rows': [3, 11],
  'super-palette': [2, 3],
  suppliers: [16, 54],
  'told-reasons': [9, 21],
  'two-products-keys': [0, 23],
  'weight-act-keys': [7, 27],
  workplace: [5, 11],
  'wrong-amounts': [0, 4],
  'wrong-clock': [1, 3],
  'yard-forms': [0, 26],
  'yard-ways': [0, 58],
}
/** Of a file that was not measured yet. */
const USUAL_SECONDS = 15

/** At the end of a journey's name: `npm test` leaves it to `npm run test:web`, which walks all (docs/decisions/0025). */
export const ONLY_IN_TEST_WEB = '@web'

export interface BrowserSlot {
  readonly name: string
  /** No journey of it drives a truck, and its yard runs at the pace of the clock. */
  readonly isCalm: boolean
  readonly files: readonly string[]
}

const nameOf = (file: string) => /([^/]+)\.e2e\.ts$/.exec(file)?.[1] ?? file

/** Seconds that a file is expected to take, where all journeys are walked or those of `npm test`. */
export function secondsOf(file: string, walksAll: boolean): number {
  const [inTest, all] = MEASURED_SECONDS[nameOf(file)] ?? [USUAL_SECONDS, USUAL_SECONDS]
  return walksAll ? all : inTest
}

/**
 * Three slots of about the same length, each with one browser and one product; trucks drive in one of them, since a yard at
 * four times its pace takes four times as much of a processor. The same files always meet in the same
 * slot in the same order, so a journey that another one disturbs is disturbed in the next run as well.
 */
export function planBrowserSlots(files: readonly string[], walksAll: boolean): BrowserSlot[] {
  const slots = [
    { name: 'first', isCalm: false, files: [] as string[], seconds: 0 },
    { name: 'second', isCalm: true, files: [] as string[], seconds: 0 },
    { name: 'third', isCalm: true, files: [] as string[], seconds: 0 },
  ]
  const drives = (file: string) => TRUCK_FILES.includes(nameOf(file))
  const seconds = (file: string) => secondsOf(file, walksAll)
  // The longest first: the short ones then fill what is left uneven.
  const longestFirst = files.toSorted((a, b) => seconds(b) - seconds(a) || (a < b ? -1 : 1))
  for (const file of [
    ...longestFirst.filter((one) => drives(one)),
    ...longestFirst.filter((one) => !drives(one)),
  ]) {
    const allowed = slots.filter(({ isCalm }) => !isCalm || !drives(file))
    const shortest = allowed.reduce((a, b) => (b.seconds < a.seconds ? b : a))
    shortest.files.push(file)
    shortest.seconds += seconds(file)
  }
  return slots
}
