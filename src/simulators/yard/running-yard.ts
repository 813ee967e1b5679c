import type { Camera } from './cameras/camera.ts'
import type { Passages } from './cameras/passages.ts'
import type { Clock } from './clock.ts'
import type { Journal } from './journal.ts'
import type { Post } from './post/post.ts'
import type { Printer } from './printer.ts'
import type { RelayBoard } from './relay-board.ts'
import type { RunningScenario, ScenarioOrder } from './scenario-shape.ts'

/** Where each part of the running yard is reached, on 127.0.0.1. */
export interface YardPorts {
  control: number
  cameras: number
  rtsp: number
  /** UDP. */
  discovery: number
  relays: number
  printer: number
  posts: { post: number; port: number }[]
}

/** A running yard; its parts are open to tests in the same process. */
export interface Yard {
  posts: Post[]
  cameras: Camera[]
  passages: Passages
  relays: RelayBoard
  printer: Printer
  journal: Journal
  clock: Clock
  seed: number
  ports: YardPorts
  scenario: RunningScenario | null
  /** Plays everything up to this moment; readers call it so that they never see an old sample. */
  catchUp(): void
  /**
   * The same orders as POST /sim/command; throws on a wrong shape, refuses as `runCommand` does.
   */
  command(order: unknown): void
  startScenario(order: ScenarioOrder): RunningScenario
  stopScenario(): void
  close(): Promise<void>
}
