import ArgumentParser
import Yams
@main struct Main { static func main() { print("x") } }
