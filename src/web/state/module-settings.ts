import type { ModulesCfg } from '#contract/core/module-settings.ts'
import { useStore } from './store.ts'

/** The company's settings of a module; undefined while they load. */
export function useModuleSettings<T extends keyof ModulesCfg>(tag: T): ModulesCfg[T] | undefined {
  return useStore(({ company }) => company.settings.modules_cfg[tag] as ModulesCfg[T] | undefined)
}
