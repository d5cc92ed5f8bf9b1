"""The benchmarks, one module for each floor or machine; `gamelore.lab.bench` finds them by importing all."""
