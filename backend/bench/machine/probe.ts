import cluster from 'node:cluster';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into a measured server with `--import`: answers `reset` and `stall` of the process that started it, so
 * that the longest time its event loop was held up can be printed. In milliseconds. Workers of the server inherit
 * `--import`, but their channel belongs to the server.
 */
const resolutionMs = 1;
const delays = monitorEventLoopDelay({ resolution: resolutionMs });

if (cluster.isPrimary) {
  delays.enable();
  process.on('message', (message) => {
    if (message === 'reset') delays.reset();
    else process.send?.({ stall: Math.max(0, delays.max / 1e6 - resolutionMs) });
  });
  process.channel?.unref();
}
