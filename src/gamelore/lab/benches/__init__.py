"""The benchmarks, one module for each floor or machine; `gamelore.lab.benches.bench` finds them by importing all."""
