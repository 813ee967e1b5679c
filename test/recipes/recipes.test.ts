import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { IS_LONG } from '#test/support/sweep-size.ts'
import { followedRecipes } from './followed-recipes.ts'
import type { FollowedRecipe, RecipeStep } from './recipe-steps.ts'

const root = path.resolve(import.meta.dirname, '../..')
const SCHEMA = 'src/server/db/schema.ts'
/**
 * The first step that the compiler guards on each page, and then all the others at once: without the first nothing asks for
 * the rest, and among the rest none hides another.
 */
const rounds = [
  followedRecipes.flatMap((recipe) => guardedSteps(recipe).slice(0, 1)),
  followedRecipes.flatMap((recipe) => guardedSteps(recipe).slice(1)),
]

function guardedSteps({ steps }: FollowedRecipe): RecipeStep[] {
  return steps.filter(({ forgotten }) => forgotten)
}

for (const { page, steps, tests } of followedRecipes)
  test(`${page} names each file that a person touches who follows it`, () => {
    const text = readFileSync(path.join(root, 'docs/recipes', `${page}.md`), 'utf8')
    for (const { file, after: place } of steps) {
      if (place === undefined) continue
      assert.ok(
        text.includes(path.basename(file)) || isExample(file),
        `${page} does not name ${file}`,
      )
      const found = readFileSync(path.join(root, file), 'utf8').split(place).length - 1
      assert.equal(found, 1, `${file} has ${found} places like ${place}`)
    }
    const isMade = (file: string) => steps.some((step) => step.file === file)
    for (const file of tests) assert.ok(isMade(file) || existsSync(path.join(root, file)), file)
  })

/** A feature's own file, where the page names the room only. */
function isExample(file: string): boolean {
  return /^src\/server\/features\/(?:price|report\/dashboard)\//.test(file)
}

describe('the pages are followed in a tree of their own', { skip: !IS_LONG }, () => {
  const tree = path.join(os.tmpdir(), `priyomka-recipes-${process.pid}`)
  before(() => copyTree(tree))
  after(() => rmSync(tree, { recursive: true, force: true }))

  test('all pages together compile, and the tests that they name pass', () => {
    follow(tree, [])
    const { status, output } = run(tree, ['scripts/write-schema.ts'])
    assert.equal(status, 0, output)
    assert.equal(run(tree, ['scripts/write-retention.ts']).status, 0)
    cpSync(path.join(tree, SCHEMA), path.join(tree, `${SCHEMA}.written`))
    assert.equal(compile(tree), '')
    const files = [...new Set(followedRecipes.flatMap(({ tests }) => tests))]
    const tested = run(tree, ['scripts/run-tests.ts', ...files])
    assert.equal(tested.status, 0, tested.output)
  })

  for (const [round, steps] of rounds.entries())
    test(`the compiler asks for each step that it is said to guard, when it is forgotten: round ${round + 1}`, () => {
      follow(tree, steps)
      const told = compile(tree)
      for (const { file, add, forgotten } of steps)
        assert.match(told, forgotten!, `${file} without ${add}`)
    })
})

/** What a checkout has, without what is built from it; what was compiled comes along, so that only what is touched is compiled anew. */
function copyTree(tree: string): void {
  mkdirSync(tree)
  for (const name of ['src', 'test', 'scripts', 'bench', 'docs', 'migrations', '.tsbuild'])
    if (existsSync(path.join(root, name)))
      cpSync(path.join(root, name), path.join(tree, name), { recursive: true })
  for (const name of ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json'])
    cpSync(path.join(root, name), path.join(tree, name))
  symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'))
}

/** Writes every step into the tree but those that are forgotten. Without a migration nobody writes the schema anew. */
function follow(tree: string, forgotten: readonly RecipeStep[]): void {
  const steps = followedRecipes.flatMap((recipe) => recipe.steps)
  const texts = new Map<string, string>()
  for (const { file, after: place } of steps)
    texts.set(file, place === undefined ? '' : readFileSync(path.join(root, file), 'utf8'))
  for (const step of steps) {
    if (forgotten.includes(step)) continue
    const { file, after: place, add } = step
    texts.set(file, place === undefined ? add : texts.get(file)!.replace(place, () => place + add))
  }
  for (const [file, text] of texts)
    if (text === '') rmSync(path.join(tree, file), { force: true })
    else {
      mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
      writeFileSync(path.join(tree, file), text)
    }
  const written = path.join(tree, `${SCHEMA}.written`)
  if (!existsSync(written)) return
  const hasMigrations = !forgotten.some(({ file }) => file.startsWith('migrations/'))
  cpSync(hasMigrations ? written : path.join(root, SCHEMA), path.join(tree, SCHEMA))
}

function compile(tree: string): string {
  return run(tree, ['node_modules/typescript/bin/tsc', '-b', '--pretty', 'false']).output.trim()
}

function run(tree: string, args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: tree,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}
