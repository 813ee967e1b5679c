import { install, run } from './bootstrap.mjs'

install()
run('scripts/demo.ts', ['--watch'])
