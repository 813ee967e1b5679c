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
  'act-lines': [9, 14],
  addresses: [44, 27],
  banks: [27, 38],
  'bik-directory': [0, 15],
  'camera-scan': [0, 26],
  catalogue: [0, 27],
  'check-pages': [0, 20],
  'company-settings': [0, 18],
  'cut-text': [0, 6],
  'dead-stream': [0, 36],
  'device-check': [11, 25],
  devices: [0, 28],
  direct: [0, 30],
  draft: [0, 8],
  'early-keys': [5, 10],
  exceptions: [0, 5],
  export: [7, 23],
  faults: [0, 33],
  gallery: [0, 15],
  heap: [0, 25],
  'image-page': [2, 10],
  'import-foreign': [0, 2],
  keys: [3, 11],
  'layout-shift': [0, 8],
  list: [5, 12],
  'list-address': [0, 6],
  'no-server': [0, 17],
  offline: [32, 32],
  'old-base': [0, 8],
  'other-sheet': [0, 18],
  'own-password': [1, 6],
  'owner-questions': [8, 18],
  'paper-width': [0, 5],
  passkeys: [0, 12],
  'pay-account': [0, 30],
  'pay-by-file': [0, 28],
  'pay-day': [17, 28],
  people: [16, 24],
  phone: [0, 15],
  price: [0, 11],
  'price-menu': [3, 7],
  purchase: [0, 1],
  'purchase-keys': [27, 57],
  'quick-hands': [10, 30],
  'ready-catalogue': [0, 3],
  'report-kinds': [0, 15],
  reports: [3, 21],
  rights: [4, 11],
  'same-supplier': [5, 5],
  scanner: [0, 27],
  'second-factor': [8, 16],
  'service-accounts': [0, 16],
  sessions: [6, 17],
  shell: [11, 30],
  'sign-in': [2, 6],
  'slow-answer': [0, 21],
  stale: [0, 7],
  'start-up': [19, 12],
  station: [19, 38],
  'still-rows': [3, 8],
  'super-palette': [2, 2],
  suppliers: [16, 16],
  'told-reasons': [9, 8],
  'two-products-keys': [0, 16],
  'weight-act-keys': [7, 13],
  workplace: [5, 7],
  'yard-forms': [0, 16],
  'yard-ways': [0, 55],
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
