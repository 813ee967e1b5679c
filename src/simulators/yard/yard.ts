import { createCameras } from './cameras/camera.ts'
import { startCameraServer } from './cameras/camera-server.ts'
import { startDiscovery } from './cameras/discovery.ts'
import { createPassages } from './cameras/passages.ts'
import { pushPlates } from './cameras/push-plates.ts'
import { startRtspServer } from './cameras/rtsp-server.ts'
import { createClock } from './clock.ts'
import { runCommand } from './control/command.ts'
import { commandShape } from './control/command-shape.ts'
import { defaultOptions, type YardOptions } from './config.ts'
import { startControlServer } from './control/control-server.ts'
import { createJournal } from './journal.ts'
import { pressZero } from './post/post-commands.ts'
import { advancePost, createPost, displayOf, type Post, type PostPlan } from './post/post.ts'
import { startPrinterServer } from './printer.ts'
import { seededRandom } from './random.ts'
import { createRelayBoard, startRelayServer } from './relay-board.ts'
import { planScenario, playScenario } from './scenario.ts'
import { menuOf } from './scale/formats.ts'
import { SAMPLE_HERTZ } from './scale/indicator.ts'
import { startScaleServer } from './scale/scale-server.ts'
import type { Yard } from './running-yard.ts'

/** Posts of the embedded yard (devices.md 1.5); how each speaks is a setting. */
const POSTS: (Omit<PostPlan, 'choice'> & { decimals: number })[] = [
  { post: 1, kind: 'truck', max_g: 60_000_000, d_g: 20_000, decimals: 0 },
  { post: 2, kind: 'platform', max_g: 600_000, d_g: 100, decimals: 1 },
  { post: 3, kind: 'platform', max_g: 150_000, d_g: 50, decimals: 2 },
]

/** A timer cannot be trusted under this, and readers catch up by themselves anyway. */
const LEAST_TICK_MS = 5

/** Opens all ports; options left out are those of `defaultOptions`. */
export async function startYard(options: Partial<YardOptions> = {}): Promise<Yard> {
  const settings = { ...defaultOptions, ...options }
  const yard = createYard(settings)
  const scales = await Promise.all(
    yard.posts.map((post, i) => startScaleServer(scaleLine(yard, post), settings.scalePorts[i]!)),
  )
  const cameras = await startCameraServer(yard, settings.cameraPort, settings.camera)
  const rtsp = await startRtspServer(yard, settings.rtspPort, settings.camera)
  const discovery = await startDiscovery(yard, settings.discoveryPort)
  const push = settings.pushTo ? pushPlates(yard.passages, settings.pushTo) : undefined
  const relays = await startRelayServer(yard.relays, settings.relayPort)
  const printer = await startPrinterServer(yard.printer, settings.printerPort)
  const control = await startControlServer(yard, settings.controlPort)
  yard.ports = {
    control: control.port,
    cameras: cameras.port,
    rtsp: rtsp.port,
    discovery: discovery.port,
    relays: relays.port,
    printer: printer.port,
    posts: yard.posts.map(({ plan }, i) => ({ post: plan.post, port: scales[i]!.port })),
  }
  const tick = () => {
    yard.catchUp()
    for (const scale of scales) scale.sendSamples()
    timer = setTimeout(tick, tickTime(yard))
  }
  let timer = setTimeout(tick, tickTime(yard))
  yard.close = async () => {
    clearTimeout(timer)
    await Promise.all(
      [...scales, cameras, rtsp, discovery, relays, printer, control].map((server) =>
        server.close(),
      ),
    )
    await push?.close()
  }
  return yard
}

function createYard({ seed, speed, scaleFormats }: YardOptions): Yard {
  const journal = createJournal()
  const yard: Yard = {
    posts: POSTS.map(({ decimals, ...plan }, i) => {
      const choice = menuOf(scaleFormats[i]!, decimals)
      return createPost({ ...plan, choice }, journal, seededRandom(`${seed} post ${plan.post}`))
    }),
    cameras: createCameras(),
    passages: createPassages(),
    relays: createRelayBoard(POSTS.length),
    printer: { slips: [], off: false },
    journal,
    clock: createClock(speed),
    seed,
    ports: { control: 0, cameras: 0, rtsp: 0, discovery: 0, relays: 0, printer: 0, posts: [] },
    scenario: null,
    catchUp() {
      const now = yard.clock.now()
      for (const post of yard.posts) advancePost(post, now)
      yard.passages.notice(yard)
      if (!yard.scenario) return
      playScenario(yard, yard.scenario, now)
      if (yard.scenario && yard.scenario.done >= yard.scenario.steps.length) yard.stopScenario()
    },
    command(order) {
      yard.catchUp()
      runCommand(yard, commandShape.parse(order))
    },
    startScenario(order) {
      yard.stopScenario()
      const play = planScenario(yard, order)
      if (order.seed !== undefined) {
        for (const { random, plan } of yard.posts) random.reseed(`${order.seed} post ${plan.post}`)
      }
      if (order.speed !== undefined) yard.clock.setSpeed(order.speed)
      journal.note({ post: null, type: 'scenario', detail: `${play.name}: started` })
      yard.scenario = play
      return play
    },
    stopScenario() {
      if (!yard.scenario) return
      journal.note({ post: null, type: 'scenario', detail: `${yard.scenario.name}: ended` })
      yard.clock.setSpeed(yard.scenario.speed_before)
      yard.scenario = null
    },
    close: () => Promise.resolve(),
  }
  return yard
}

function scaleLine(yard: Yard, post: Post) {
  return {
    choice: post.plan.choice,
    port: {
      display: () => {
        yard.catchUp()
        return displayOf(post)
      },
      zero: () => pressZero(post, 'protocol'),
    },
    faults: post.faults,
    // A line of its own, so that faults do not change how lorries move.
    random: seededRandom(`${yard.seed} line ${post.plan.post}`),
    speed: yard.clock.speed,
  }
}

function tickTime(yard: Yard) {
  return Math.max(LEAST_TICK_MS, 1000 / SAMPLE_HERTZ / yard.clock.speed())
}
